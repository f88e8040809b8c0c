"""skillc detect against RapidOCR: speed as ratios, and what each reads of the labelled screens.

A label counts as read if a detection says exactly the same (after Unicode composition and with runs of spaces as one), and
as nearly read if they differ in case, spaces or punctuation only. What is left is paired with the nearest detection to count wrong
characters. Texts inside photos aren't labelled, so that precision is a lower bound. Icons: the middle of the label lies in a detection.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import unicodedata
from pathlib import Path

SHARED = Path(os.environ["SKILLC_SHARED"])
SKILLC = os.environ["SKILLC"]


def plain(text):
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()


def loose(text):
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", text).casefold())


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (x != y)))
        row = new
    return row[-1]


class Score:
    """What was read of the labels of some pictures."""

    def __init__(self):
        self.labels = self.exact = self.near = self.characters = self.wrong = 0
        self.detections = self.known = self.icons = self.icons_found = 0
        self.misses = []

    def add(self, picture, label, detections):
        wanted = [plain(text) for text in label["texts"]]
        left = [plain(d["text"]) for d in detections if d["kind"] == "text" and d["text"]]
        self.labels += len(wanted)
        self.characters += sum(map(len, wanted))
        self.detections += len(left)
        before = len(left)
        missed = []
        for text in wanted:
            if text in left:
                left.remove(text)
                self.exact += 1
            else:
                missed.append(text)
        rest = []
        for text in missed:
            match = next((other for other in left if loose(other) == loose(text)), None)
            if match is None:
                rest.append(text)
            else:
                left.remove(match)
                self.near += 1
                self.wrong += distance(text, match)
        for text in map(plain, label.get("texts_minor", [])):
            if text in left:
                left.remove(text)
        self.known += before - len(left)
        pairs = sorted(
            (distance(a, b) / max(len(a), len(b)), i, j) for i, a in enumerate(rest) for j, b in enumerate(left)
        )
        paired, used = {}, set()
        for cost, i, j in pairs:
            if cost <= 0.5 and i not in paired and j not in used:
                paired[i] = j
                used.add(j)
        for i, text in enumerate(rest):
            other = left[paired[i]] if i in paired else ""
            self.wrong += min(len(text), distance(text, other))
            self.misses.append((picture, text, other))
        boxes = [d for d in detections if d["kind"] == "icon"]
        for icon in label["icons"]:
            self.icons += 1
            self.icons_found += any(
                d["x_px"] <= icon["cx"] <= d["x_px"] + d["width_px"]
                and d["y_px"] <= icon["cy"] <= d["y_px"] + d["height_px"]
                for d in boxes
            )

    def numbers(self):
        share = lambda part, whole: round(part / whole, 4) if whole else None
        return {
            "labels": self.labels,
            "line_recall": share(self.exact, self.labels),
            "line_recall_loose": share(self.exact + self.near, self.labels),
            "line_precision": share(self.known, self.detections),
            "character_error": share(self.wrong, self.characters),
            "icon_recall": share(self.icons_found, self.icons),
        }


def score(results):
    """Scores by app and locale and over all, of {picture name: detections}."""
    scores = {}
    for picture, detections in sorted(results.items()):
        stem = Path(picture).stem
        label = json.loads((SHARED / "screens/labels" / f"{stem}.json").read_text())
        group = f"{stem.rsplit('_', 1)[0]} ({label['locale']})"
        for name in (group, "all"):
            scores.setdefault(name, Score()).add(picture, label, detections)
    return scores


def rapidocr(pictures, threads):
    """RapidOCR in a process of its own, models loaded before the clock starts."""
    program = """
import json, logging, sys, time
logging.disable(logging.CRITICAL)
from rapidocr import RapidOCR
threads = int(sys.argv[1])
key = "EngineConfig.onnxruntime.intra_op_num_threads"
engine = RapidOCR(params={key: threads})
start, cpu = time.perf_counter(), time.process_time()
for path in sys.stdin.read().splitlines():
    result = engine(path)
    seen = []
    for box, score, text in zip(*((result.boxes, result.scores, result.txts) if result.boxes is not None else ([], [], []))):
        xs, ys = [float(p[0]) for p in box], [float(p[1]) for p in box]
        seen.append({"kind": "text", "text": text, "x_px": min(xs), "y_px": min(ys),
                     "width_px": max(xs) - min(xs), "height_px": max(ys) - min(ys)})
    print(json.dumps({"picture": path, "detections": seen}))
print(json.dumps({"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}))
"""
    paths = "\n".join(map(str, pictures))
    run = subprocess.run([sys.executable, "-c", program, str(threads)], input=paths, capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return {Path(line["picture"]).name: line["detections"] for line in lines[:-1]}, lines[-1]["seconds"], lines[-1]["cpu"]


def skillc(paths, threads, built_in=False):
    """skillc detect, program start and loading of models included. Detections by picture, seconds, processor seconds, timings."""
    environment = dict(os.environ, SKILLC_DETECT_ENGINE="rten" if built_in else "onnxruntime")
    import onnxruntime

    environment["ORT_DYLIB_PATH"] = str(Path(onnxruntime.__file__).parent / "capi")
    command = [SKILLC, "detect", "--format", "json", "--jobs", str(threads), "--timings", *map(str, paths)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode == 2:
        sys.exit(run.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    timings = next((line for line in run.stderr.splitlines() if line.startswith("time over")), "")
    return {Path(line["picture"]).name: line["detections"] for line in lines}, seconds, cpu, timings


def session(threads):
    """A recorded session of the sample workspace: its store for us, its frames as files for RapidOCR."""
    app = next(iter(sorted(Path("datasets/sample/apps").glob("*/APP.md"))), None) or next(
        iter(sorted((SHARED / "apps").glob("**/APP.md"))), None
    )
    with tempfile.TemporaryDirectory() as folder:
        captures, out = Path(folder) / "captures", Path(folder) / "frames"
        subprocess.run([SKILLC, "record", "--source", "simulator", "--app", app, "--captures", captures, "--seed", "1", "-q"],
                       check=True, stdout=subprocess.DEVNULL)
        listed = sorted(captures.glob("sessions/app=*/session=*.parquet"))
        ids = [path.stem.removeprefix("session=") for path in listed]
        subprocess.run([SKILLC, "captures", "export", *ids, "--captures", captures, "--out", out, "-q"],
                       check=True, stdout=subprocess.DEVNULL)
        pictures = sorted(out.glob("**/pictures/*"))
        frames = []
        for rows in sorted(out.glob("**/frames.jsonl")):
            frames += [rows.parent / row["image"] for row in map(json.loads, rows.read_text().splitlines()) if row.get("image")]
        # RapidOCR knows no repeats: it gets every frame, as a script over the frames would give it, and so do we. The same run of
        # both over the different pictures alone says how much of the ratio is repeats.
        detections, seconds, cpu, timings = skillc([captures], threads)
        _, theirs, _ = rapidocr(frames, threads)
        _, ours_different, _, _ = skillc(pictures, threads)
        _, theirs_different, _ = rapidocr(pictures, threads)
        return {"frames": len(frames), "frames_of_skillc": len(detections), "different_pictures": len(pictures),
                "skillc_seconds": seconds, "rapidocr_seconds": theirs, "ratio": theirs / seconds,
                "skillc_seconds_on_different_pictures": ours_different, "rapidocr_seconds_on_different_pictures": theirs_different,
                "ratio_on_different_pictures": theirs_different / ours_different, "skillc_timings": timings}


def table(name, scores):
    print(f"\n{name}")
    print(f"{'app (locale)':22} labels  exact  loose  precision  char. error  icons")
    for app, one in scores.items():
        n = one.numbers()
        icons = "-" if n["icon_recall"] is None else f"{n['icon_recall']:.3f}"
        print(f"{app:22} {n['labels']:6} {n['line_recall']:6.3f} {n['line_recall_loose']:6.3f} {n['line_precision'] or 0:10.3f} "
              f"{n['character_error']:12.4f}  {icons}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help="write the numbers as JSON")
    parser.add_argument("--no-session", action="store_true", help="only the screens")
    parser.add_argument("--built-in", action="store_true", help="the built-in engine as well")
    parser.add_argument("--misses", action="store_true", help="print what skillc didn't read")
    arguments = parser.parse_args()
    pictures = sorted((SHARED / "screens/images").glob("*"))
    threads = os.cpu_count() or 1
    theirs, their_seconds, their_cpu = rapidocr(pictures, threads)
    ours, our_seconds, our_cpu, timings = skillc(pictures, threads)
    single, *_ = skillc(pictures, 1)
    our_score, their_score = score(ours), score(theirs)
    table("skillc", our_score)
    table("RapidOCR", their_score)
    result = {
        "pictures": len(pictures),
        "threads": threads,
        "same_with_one_thread": single == ours,
        "pictures_per_second_ratio": their_seconds / our_seconds,
        "processor_time_ratio": their_cpu / our_cpu,
        "skillc_seconds": our_seconds,
        "rapidocr_seconds": their_seconds,
        "skillc_timings": timings,
        "skillc": {app: one.numbers() for app, one in our_score.items()},
        "rapidocr": {app: one.numbers() for app, one in their_score.items()},
    }
    if arguments.built_in:
        _, seconds, cpu, _ = skillc(pictures, threads, built_in=True)
        result["built_in_pictures_per_second_ratio"] = their_seconds / seconds
        result["built_in_processor_time_ratio"] = their_cpu / cpu
    if not arguments.no_session:
        result["session"] = session(threads)
    print(f"\n{result['pictures_per_second_ratio']:.2f} times RapidOCR's pictures per second, "
          f"{result['processor_time_ratio']:.2f} times less processor time; the same with one thread: {single == ours}")
    print(timings)
    if "session" in result:
        print(f"recorded session of {result['session']['frames']} frames: {result['session']['ratio']:.1f} times RapidOCR's")
    if arguments.misses:
        for picture, text, other in our_score["all"].misses:
            print(f"{picture}: {text!r} read as {other!r}")
    if arguments.out:
        Path(arguments.out).parent.mkdir(parents=True, exist_ok=True)
        Path(arguments.out).write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")


main()
