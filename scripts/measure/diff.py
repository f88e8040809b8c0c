#!/usr/bin/env python3
"""How long `skillc diff` takes over a workspace of many apps with a few edits each.

    scripts/measure/diff.py [--apps 100] [--folder FOLDER]

Makes a workspace with that many recorded apps in a git repository, three edits in each (a tip, a skip pattern, an obstacle), and measures
`skillc diff` with an empty cache (cold), with the results of the old revision in it (warm) and once more (same). Prints one line of
JSON: seconds, and the ratios to the cold run, which are what can be compared between machines. SKILLC names the program.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SKILLC = os.environ.get("SKILLC", "skillc")
WORDS = "Amber Basil Cedar Delta Ember Fjord Grove Heron Ivory Jade".split()


def app(number):
    """An APP.md whose screens are its own."""
    a, b = WORDS[number % 10], WORDS[number // 10 % 10]
    rows = [f"{a} {word} {number}" for word in ("Paths", "Rooms", "Notes")]
    lines = [f"---\napp: {a} {b} {number}\n---\n\n## Structure\n\nA list of {a.lower()} things."]
    lines.append("## Obstacles\n\n- Rate this app → tap \"Later\"\n\n## Skip\n\n- Delete\n\n## Tips\n\n- Be patient\n\n## Simulator\n\n- root: home")
    lines.append(f"## Simulator Screen home\n\n- title: {a} {b}\n" + "\n".join(f"- element row: {row} → s{i}" for i, row in enumerate(rows)))
    for i, row in enumerate(rows):
        lines.append(f"## Simulator Screen s{i}\n\n- title: {row}\n- back: home\n- element text: {b} is all there is in {row.lower()}")
    return "\n\n".join(lines) + "\n", rows


def run(folder, *arguments, ok=(0, 1)):
    start = time.perf_counter()
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True)
    if done.returncode not in ok:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr or done.stdout}")
    return time.perf_counter() - start, done.stdout


def make(folder, apps):
    """The workspace, recorded and committed."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "skillc.toml").write_text('[detect]\nsource = "recorded"\n')
    (folder / ".gitignore").write_text(".skillc/\ncaptures/\n")
    for number in range(apps):
        path = folder / "apps" / f"a{number:03}" / "APP.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(app(number)[0])
    run(folder, SKILLC, "record", "--source", "simulator", "--seed", "1", "--quiet")
    for arguments in (["init", "-q"], ["add", "-A"], ["-c", "user.name=m", "-c", "user.email=m@example.org", "commit", "-qm", "start"]):
        run(folder, "git", *arguments)


def edit(folder, apps):
    """Three edits in each app."""
    for number in range(apps):
        path = folder / "apps" / f"a{number:03}" / "APP.md"
        text, rows = app(number)
        text = text.replace("- Be patient", "- Be quick").replace('tap "Later"', 'tap "Never"')
        path.write_text(text.replace("- Delete\n", f"- Delete\n- {rows[1]}\n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--apps", type=int, default=100)
    parser.add_argument("--folder", type=pathlib.Path, help="keep the workspace here and use it again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or pathlib.Path(temporary) / "workspace"
        if not (folder / ".git").is_dir():
            make(folder, options.apps)
        run(folder, "git", "checkout", "-q", ".")
        edit(folder, options.apps)
        shutil.rmtree(folder / ".skillc", ignore_errors=True)
        diff = (SKILLC, "diff", "--format", "json", "--quiet")
        cold, report = run(folder, *diff)
        changes = len(json.loads(report)["changes"])
        # The cache as it is when one begins to edit: the old revision was compiled, nothing of the new one.
        shutil.rmtree(folder / ".skillc", ignore_errors=True)
        run(folder, "git", "stash", "-q")
        run(folder, SKILLC, "compile", "--quiet", "--out", str(folder / ".skillc" / "out"))
        run(folder, "git", "stash", "pop", "-q")
        warm, again = run(folder, *diff)
        same, third = run(folder, *diff)
        assert report == again == third, "the cache changes nothing"
        print(
            json.dumps(
                {
                    "apps": options.apps,
                    "changes": changes,
                    "cold_s": round(cold, 2),
                    "warm_s": round(warm, 2),
                    "same_s": round(same, 2),
                    "warm_to_cold": round(warm / cold, 3),
                    "same_to_cold": round(same / cold, 3),
                }
            )
        )


if __name__ == "__main__":
    main()
