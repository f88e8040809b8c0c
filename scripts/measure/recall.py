"""skillc recall against pycocotools on the same frames: speed as a ratio in one run, memory at two sizes, and whether the numbers are the same.

skillc reads its capture store and measures everything that it reports; pycocotools reads COCO files of the same boxes and computes
its twelve numbers. Both times are of whole processes, from their start to their answer."""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKILLC = os.environ["SKILLC"]
MAKE = os.environ["MAKE_LABELLED_STORE"]
REFERENCE = ROOT / "scripts/measure/coco_reference.py"
NAMES = ["AP", "AP50", "AP75", "APs", "APm", "APl", "AR_first", "AR_second", "AR", "ARs", "ARm", "ARl"]


def run(command, folder):
    """Output, seconds, and peak memory in bytes of one process."""
    # Peak memory is that of the largest child so far, so each is measured in a process of its own.
    inner = ("import json,resource,subprocess,sys,time\nstart=time.perf_counter()\n"
             "done=subprocess.run(sys.argv[1:],stdout=subprocess.PIPE)\nseconds=time.perf_counter()-start\n"
             "peak=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
             "sys.stderr.write(json.dumps([done.returncode,seconds,peak]))\nsys.stdout.buffer.write(done.stdout)")
    done = subprocess.run([sys.executable, "-c", inner, *map(str, command)], cwd=folder, capture_output=True, text=True)
    code, seconds, peak = json.loads(done.stderr[done.stderr.rindex("["):])
    if code:
        sys.exit(f"{command[0]} failed: {done.stderr}")
    return done.stdout, seconds, peak * (1 if sys.platform == "darwin" else 1024)


def recall(folder, *more):
    output, seconds, peak = run([SKILLC, "recall", "--captures", "captures", "--detector", "recorded", "--format", "json",
                                 "--set", f"workspace.cache={folder / 'cache'}", *more], folder)
    return json.loads(output), seconds, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", help="write the numbers into this folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        small, large = work / "small", work / "large"
        for folder, frames in [(small, arguments.frames // 4), (large, arguments.frames)]:
            folder.mkdir()
            subprocess.run([MAKE, folder, str(frames)], check=True)
        _, _, small_peak = recall(small)
        runs = [recall(large) for _ in range(arguments.repeats)]
        ours = sorted(seconds for _, seconds, _ in runs)[len(runs) // 2]
        report, _, peak = runs[0]
        recall(large, "--coco", "coco")
        results = next(path for path in (large / "coco").iterdir() if path.name != "truth.json")
        theirs_text, theirs, their_peak = run([sys.executable, REFERENCE, large / "coco/truth.json", results], large)
        files_text, files, files_peak = run([SKILLC, "recall", "--labels", large / "coco/truth.json", "--detections", results, "--format", "json"], large)
    mine, reference = report["detectors"][0]["coco"], json.loads(theirs_text)
    of_files = json.loads(files_text)["numbers"]
    far = max(abs((one[name] if one[name] is not None else -1) - (value if value is not None else -1))
              for one in (mine, of_files) for name, value in zip(NAMES, reference))
    result = {
        "frames": arguments.frames,
        "labels": report["truth"]["labels"],
        "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "load_at_end": os.getloadavg()[0],
        "ratio": theirs / ours,
        "ratio_on_files": theirs / files,
        "largest_difference": far,
        "skillc_seconds": [seconds for _, seconds, _ in runs],
        "skillc_files_seconds": files,
        "pycocotools_seconds": theirs,
        "skillc_peak_bytes": peak,
        "skillc_peak_bytes_at_a_quarter": small_peak,
        "skillc_files_peak_bytes": files_peak,
        "pycocotools_peak_bytes": their_peak,
    }
    print(f"{arguments.frames} frames: {result['ratio']:.1f} times as fast as pycocotools from a capture store, with every measure; "
          f"{result['ratio_on_files']:.1f} times on the same COCO files")
    print(f"largest difference of the twelve numbers: {far:.1e}")
    print(f"peak memory: {peak / 1e6:.0f} MB, {small_peak / 1e6:.0f} MB for a quarter of the frames; pycocotools {their_peak / 1e6:.0f} MB")
    if arguments.out:
        Path(arguments.out).mkdir(parents=True, exist_ok=True)
        (Path(arguments.out) / "recall.json").write_text(json.dumps(result, indent=1) + "\n")
    if far > 1e-9:
        sys.exit("the numbers differ")


main()
