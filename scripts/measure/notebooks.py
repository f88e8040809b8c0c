"""Executes notebooks top to bottom: notebooks.py [--update] NOTEBOOK...

A cell that fails fails the run. What is committed must have outputs, and no output may name a place on the machine. With --update the
outputs are written into the notebooks."""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def places(notebook):
    """Outputs that name a place on the machine."""
    here = [str(Path.cwd()), str(Path.home()), tempfile.gettempdir() + os.sep, os.environ.get("CARGO_TARGET_DIR", "")]
    for number, cell in enumerate(notebook.cells):
        text = str(cell.get("outputs", []))
        for place in here:
            if len(place) > 2 and place in text:
                yield f"the output of cell {number} names {place}"


def without_chance(notebook):
    """The notebook without what differs from run to run."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        outputs = cell.get("outputs", [])
        outputs[:] = [output for output in outputs if output.output_type != "stream" or output.name != "stderr"]
    return notebook


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    problems = []
    for path in map(Path, (argument for argument in arguments if argument != "--update")):
        committed = nbformat.read(path, as_version=4)
        notebook = nbformat.read(path, as_version=4)
        client = NotebookClient(notebook, timeout=900, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}})
        try:
            client.execute()
        except CellExecutionError as error:
            problems.append(f"{path}: {error}")
            continue
        notebook = without_chance(notebook)
        problems += [f"{path}: {problem}" for problem in places(notebook)]
        if update:
            nbformat.write(notebook, path)
            committed = notebook
        for number, cell in enumerate(committed.cells):
            ran = next((c for c in notebook.cells if c.get("id") == cell.get("id")), None)
            if cell.cell_type == "code" and ran is not None and ran.outputs and not cell.outputs:
                problems.append(f"{path}: cell {number} is committed without its output; run scripts/notebooks --update")
        print(f"{path}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} cells executed")
    if problems:
        sys.exit("\n".join(problems))


main()
