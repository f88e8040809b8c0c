"""The goals of the engine, measured: what an edit costs, frames a second, threads, memory, reading columns, detection."""

import argparse
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BIN = Path(os.environ["SKILLC_BIN"])
SKILLC = str(BIN / "skillc")
ROOT = Path(__file__).resolve().parents[2]
RECORDED = ["--set", "detect.source=recorded"]

# Edits of an invented app's APP.md, by the field that they touch.
EDITS = {
    "Tips": ("- Start at the first tab", "- Start at the first tab\n- Take your time"),
    "Structure": ("An app to measure with.", "An app to measure with. Every screen is invented."),
    "Skip": ("- Delete Everything", "- Delete Everything\n- Nowhere to be seen"),
    "Obstacles": ("\"Not Now\"", "\"Later\""),
    "Tabs": ("\n## Obstacles", "- Nowhere\n\n## Obstacles"),
}


class Goals:
    """Lines of what was wanted and what came out."""

    def __init__(self):
        self.lines = []

    def add(self, what, value, limit, at_most, unit="×", spread=None, note=""):
        met = value <= limit if at_most else value >= limit
        self.lines.append({"goal": what, "value": value, "limit": limit, "at_most": at_most, "unit": unit, "spread": spread,
                           "met": met, "note": note})
        print(self.text(self.lines[-1]), flush=True)

    @staticmethod
    def text(line):
        spread = "" if line["spread"] is None else f" ({number(line['spread'][0])} to {number(line['spread'][1])})"
        sign = "at most" if line["at_most"] else "at least"
        short = "" if line["met"] else f"; {far(line)} short"
        note = f"; {line['note']}" if line["note"] else ""
        return (f"{'met    ' if line['met'] else 'NOT MET'}  {line['goal']}: {number(line['value'])}{line['unit']}{spread}, "
                f"goal {sign} {number(line['limit'])}{line['unit']}{short}{note}")


def far(line):
    ratio = line["value"] / line["limit"] if line["at_most"] else line["limit"] / line["value"]
    return f"{ratio:.2f} times"


def number(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def make_store(folder, apps, sessions, frames, pictures=False):
    arguments = [str(BIN / "examples/make_store"), str(folder), "--apps", str(apps), "--sessions", str(sessions), "--frames", str(frames)]
    subprocess.run(arguments + ["--pictures"] * pictures, check=True, stdout=subprocess.DEVNULL)
    return folder


def run(arguments, folder, **more):
    """A run of skillc: seconds, peak memory in bytes, and the process's own output. It has to end with 0."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([SKILLC, *arguments], cwd=folder, stdout=out, stderr=err, stdin=subprocess.DEVNULL, **more)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        said = out.read().decode()
        if child.returncode != 0:
            sys.exit(f"{arguments}: {child.returncode}\n{said}{err.read().decode()}")
    # Linux counts kilobytes, macOS bytes.
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return seconds, peak, said


def forget(folder):
    """The next run finds nothing. What was there is moved aside: ext4 is slow to make files for seconds after it deleted some."""
    forget.count += 1
    for name in (".skillc", "out"):
        if (folder / name).exists():
            (folder / name).rename(folder / f".old-{forget.count}-{name}")


forget.count = 0


def compile_(folder, *more, settings=RECORDED):
    seconds, peak, said = run(["compile", "--format", "json", *settings, *more], folder)
    return seconds, peak, json.loads(said)


def cold(folder, *more, settings=RECORDED):
    forget(folder)
    return compile_(folder, *more, settings=settings)


def middle(values):
    return statistics.median(values)


def quartiles(values):
    if len(values) < 3:
        return [min(values), max(values)]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return [low, high]


def edits(work, size, goals, raw):
    """A cold compile against one after an edit of one APP.md; every repeat has both, side by side."""
    apps, sessions, frames = size["store"]
    folder = make_store(work / "edits", apps, sessions, frames)
    file = next(iter(sorted(folder.glob("apps/*/APP.md"))))
    text = file.read_text()
    colds, warms, idle = [], {name: [] for name in EDITS}, []
    worst = {"pictures": 0, "models": 0}
    ran = {}
    cold(folder)
    for _ in range(size["repeats"]):
        colds.append(cold(folder)[0])
        for name, (old, new) in EDITS.items():
            file.write_text(text.replace(old, new, 1))
            assert file.read_text() != text, name
            # Every edit is new to the cache each time, as it would be to a person's.
            file.write_text(file.read_text() + f"\n## Simulator Screen x{time.perf_counter_ns()}\n\n- title: X\n")
            seconds, _, report = compile_(folder)
            warms[name].append(seconds)
            worst["pictures"] = max(worst["pictures"], report["pictures_decoded"])
            worst["models"] = max(worst["models"], report["models_loaded"])
            ran[name] = {stage: counts["run"] for stage, counts in report["stages"].items() if counts["run"]}
            file.write_text(text)
            seconds, _, report = compile_(folder)
            idle.append(seconds)
        forget(folder)
        compile_(folder)
    raw["edits"] = {"store": size["store"], "cold_seconds": colds, "after_edit_seconds": warms, "nothing_edited_seconds": idle, "units_run": ran}
    goals.add("pictures decoded after an edit", worst["pictures"], 0, True, "")
    goals.add("models loaded after an edit", worst["models"], 0, True, "")
    base = middle(colds)
    for name, times in warms.items():
        ratios = [one / base for one in times]
        stages = ", ".join(f"{stage} {count}" for stage, count in ran[name].items())
        goals.add(f"an edit of {name} against a cold run without detection", middle(ratios), 0.01, True, "", quartiles(ratios), f"ran {stages}")


def stages(work, size, goals, raw):
    """Frames a second on one thread: the stages by themselves, and everything from start to end."""
    apps, sessions, frames = size["store"]
    folder = make_store(work / "stages", apps, sessions, frames)
    total = apps * sessions * frames
    by_stage, whole = {}, []
    cold(folder, "--jobs", "1")
    for _ in range(size["repeats"]):
        seconds, _, _ = cold(folder, "--jobs", "1", "--timings", "trace.json")
        whole.append(total / seconds)
        spent = {}
        for event in json.loads((folder / "trace.json").read_text())["traceEvents"]:
            spent[event["name"]] = spent.get(event["name"], 0) + event["dur"]
        for stage, micros in spent.items():
            by_stage.setdefault(stage, []).append(total / max(micros, 1) * 1e6)
    raw["stages"] = {"store": size["store"], "frames": total, "frames_per_second": by_stage, "whole_chain": whole}
    for stage in ("obstacles", "tabs"):
        goals.add(f"frames a second and core, {stage}", middle(by_stage[stage]), 100_000, False, "", quartiles(by_stage[stage]))
    others = ", ".join(f"{stage} {number(middle(rates))}" for stage, rates in by_stage.items() if stage not in ("obstacles", "tabs", "detect"))
    goals.add("frames a second and core, whole program on an empty cache", middle(whole), 20_000, False, "", quartiles(whole), others)


def threads(work, size, goals, raw):
    """One thread against two, alternating."""
    apps, sessions, frames = size["store"]
    folder = make_store(work / "threads", apps, sessions, frames)
    times = {1: [], 2: []}
    cold(folder)
    for _ in range(size["repeats"]):
        for jobs in times:
            times[jobs].append(cold(folder, "--jobs", str(jobs))[0])
    ratios = [one / two for one, two in zip(times[1], times[2])]
    raw["threads"] = {"store": size["store"], "seconds": times}
    goals.add("two threads against one, rule stages", middle(ratios), 1.8, False, "×", quartiles(ratios))


def memory(work, size, goals, raw):
    """Peak memory and cost per frame of stores of growing size; apps and sessions grow alike."""
    apps, sessions, frames = size["grow"]
    peaks, costs = {}, {}
    for factor in size["factors"]:
        side = round(factor ** 0.5)
        folder = make_store(work / f"memory-{factor}", apps * side, sessions * (factor // side), frames)
        total = apps * sessions * factor * frames
        cold(folder)
        for _ in range(max(2, size["repeats"] // 2)):
            seconds, peak, _ = cold(folder)
            peaks.setdefault(factor, []).append(peak)
            costs.setdefault(factor, []).append(seconds / total * 1e6)
    raw["memory"] = {"store": size["grow"], "peak_bytes": peaks, "microseconds_per_frame": costs}
    first, last = size["factors"][0], size["factors"][-1]
    ratios = [peak / middle(peaks[first]) for peak in peaks[last]]
    shown = ", ".join(f"{factor}× {middle(peaks[factor]) / 1e6:.0f} MB" for factor in size["factors"])
    goals.add(f"peak memory at {last}× the captures", middle(ratios), 1.3, True, "×", quartiles(ratios), shown)
    ratios = [cost / middle(costs[first]) for cost in costs[last]]
    shown = ", ".join(f"{factor}× {middle(costs[factor]):.1f} µs" for factor in size["factors"])
    goals.add(f"cost per frame at {last}× the captures (flat)", middle(ratios), 1.1, True, "×", quartiles(ratios), shown)


def columns(work, size, goals, raw):
    """What each session holds, asked of the same files by skillc, DuckDB and polars; each in one process, first repeats dropped."""
    import duckdb
    import polars

    apps, sessions, frames = size["columns"]
    folder = make_store(work / "columns", apps, sessions, frames) / "captures"
    repeats = size["repeats"] * 2
    cores = os.cpu_count() or 1

    def ours():
        out = subprocess.run([str(BIN / "examples/scan_store"), str(folder), str(repeats + 2)], capture_output=True, text=True, check=True)
        answer = json.loads(out.stdout)
        return answer["seconds"][2:], answer["sums"]

    def timed(ask):
        ask(), ask()
        seconds = []
        for _ in range(repeats):
            start = time.perf_counter()
            sums = ask()
            seconds.append(time.perf_counter() - start)
        return seconds, sums

    connection = duckdb.connect(config={"threads": cores})

    def in_duckdb():
        def ask(table, what):
            return connection.sql(f"select {what} from read_parquet('{folder}/{table}/*/*.parquet') group by session_id").fetchall()
        rows = ask("sessions", "min(started_at)")
        seen = ask("frames", "count(*), count(*) filter (attempt_outcome = 'failed'), count(distinct image_hash)")
        found, done = ask("detections", "count(*)"), ask("actions", "count(*), count(*) filter (outcome = 'failed')")
        return [len(rows), sum(row[0] for row in seen), sum(row[2] for row in seen), sum(row[0] for row in found), sum(row[0] for row in done)]

    def in_polars():
        def ask(table, columns, *what):
            scan = polars.scan_parquet(f"{folder}/{table}/*/*.parquet", hive_partitioning=False)
            return scan.select("session_id", *columns).group_by("session_id").agg(*what).collect()
        failed = lambda column: (polars.col(column) == "failed").sum().alias("failed")
        rows = ask("sessions", ["started_at"], polars.col("started_at").min())
        seen = ask("frames", ["attempt_outcome", "image_hash"], polars.len(), failed("attempt_outcome"),
                   polars.col("image_hash").drop_nulls().n_unique())
        found = ask("detections", [], polars.len())
        done = ask("actions", ["outcome"], polars.len(), failed("outcome"))
        return [len(rows), seen["len"].sum(), seen["image_hash"].sum(), found["len"].sum(), done["len"].sum()]

    times, sums = {}, {}
    times["skillc"], sums["skillc"] = ours()
    times["DuckDB"], sums["DuckDB"] = timed(in_duckdb)
    times["polars"], sums["polars"] = timed(in_polars)
    assert sums["skillc"] == sums["DuckDB"] == sums["polars"], sums
    raw["columns"] = {"store": size["columns"], "seconds": times, "sums": sums["skillc"]}
    for other in ("DuckDB", "polars"):
        ratios = [one / middle(times[other]) for one in times["skillc"]]
        goals.add(f"reading the metadata columns against {other}", middle(ratios), 1.5, True, "×", quartiles(ratios))


def detection(work, size, goals, raw):
    """Detectors run again over recorded pictures: threads and memory here, RapidOCR by scripts/measure/detect.py."""
    apps, sessions, frames = size["pictures"]
    folder = make_store(work / "detection", apps, sessions, frames, pictures=True)
    rerun = ["--set", "detect.source=rerun"]
    environment = dict(os.environ)
    runtime = library()
    if runtime:
        os.environ["ORT_DYLIB_PATH"] = runtime
    times, peaks, out, pictures = {1: [], 2: []}, [], {}, 0
    for _ in range(max(1, size["repeats"] // 2)):
        for jobs in times:
            seconds, peak, report = cold(folder, "--jobs", str(jobs), settings=rerun)
            pictures = report["pictures_decoded"]
            times[jobs].append(seconds)
            peaks.append(peak)
            out[jobs] = {path.relative_to(folder): path.read_bytes() for path in sorted((folder / "out").rglob("*")) if path.is_file()}
    ratios = [one / two for one, two in zip(times[1], times[2])]
    goals.add("two threads against one, detection", middle(ratios), 1.8, False, "×", quartiles(ratios), f"{pictures} pictures")
    goals.add("skills that differ between one thread and two", sum(out[1][name] != out[2].get(name) for name in out[1]), 0, True, "")

    # Bounded: eight times the pictures, each of them new to the detector.
    pictures_of = {}
    for factor in (1, 8):
        shots = work / f"shots-{factor}"
        shots.mkdir()
        exported(folder, shots, 12 * factor)
        peak = max(run(["detect", "--format", f"json={shots}.jsonl", "--jobs", "2", str(shots)], work)[1] for _ in range(2))
        pictures_of[factor] = peak
    goals.add("peak memory of detection at 8× the pictures", pictures_of[8] / pictures_of[1], 1.3, True, "×", None,
              f"1× {pictures_of[1] / 1e6:.0f} MB, 8× {pictures_of[8] / 1e6:.0f} MB")
    raw["detection"] = {"store": size["pictures"], "pictures": pictures, "seconds": times, "peak_bytes": peaks, "peak_bytes_by_pictures": pictures_of}
    os.environ.clear(), os.environ.update(environment)
    against_rapidocr(work, goals, raw)


def exported(folder, shots, count):
    """So many different pictures: those of the store, each again in another shade."""
    from_store = work_export(folder, shots.parent / "export")
    made = 0
    shade = 0
    while made < count:
        for path in from_store:
            if made == count:
                break
            # A comment chunk would keep the picture the same; a byte of another pixel makes it another picture.
            (shots / f"{made:04}.png").write_bytes(path.read_bytes() if shade == 0 else marked(path.read_bytes(), shade))
            made += 1
        shade += 1


def work_export(folder, out):
    if not out.exists():
        listed = json.loads(run(["captures", "list", "--format", "json"], folder)[2])
        ids = [session["session"] for session in listed["sessions"]]
        run(["captures", "export", *ids, "--out", str(out)], folder)
    return sorted(out.glob("**/pictures/*"))


def marked(png, shade):
    """The same PNG with a text chunk, so that its bytes and hash are others."""
    import struct
    import zlib

    body = b"tEXt" + b"Comment\0" + str(shade).encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:-12] + chunk + png[-12:]


def library():
    """ONNX Runtime of RapidOCR's environment, so that both run on the same."""
    tools = Path(os.environ["SKILLC_TOOLS"]) / "rapidocr"
    found = sorted(tools.glob("lib/python*/site-packages/onnxruntime/capi/libonnxruntime*"))
    return str(found[0].parent) if found else None


def against_rapidocr(work, goals, raw):
    python = Path(os.environ["SKILLC_TOOLS"]) / "rapidocr/bin/python"
    out = work / "rapidocr.json"
    environment = dict(os.environ, SKILLC=SKILLC)
    subprocess.run([str(python), str(ROOT / "scripts/measure/detect.py"), "--out", str(out)], check=True, env=environment, cwd=ROOT)
    result = json.loads(out.read_text())
    raw["rapidocr"] = result
    goals.add("pictures a second against RapidOCR, different screens", result["pictures_per_second_ratio"], 2, False)
    ours, theirs = result["skillc"]["all"]["line_recall"], result["rapidocr"]["all"]["line_recall"]
    goals.add("line recall, RapidOCR's", ours, theirs, False, "")
    goals.add("detections that differ between one thread and two", int(not result["same_with_one_thread"]), 0, True, "")
    if "session" in result:
        session = result["session"]
        goals.add("a recorded session against RapidOCR", session["ratio"], 10, False, "×", None,
                  f"{session['frames']} frames, {session['different_pictures']} different pictures")


PARTS = {"edits": edits, "stages": stages, "threads": threads, "memory": memory, "columns": columns, "detection": detection}

FULL = {"store": (20, 10, 100), "grow": (5, 10, 100), "factors": (1, 4, 16), "columns": (20, 10, 100), "pictures": (4, 2, 60), "repeats": 7}
QUICK = {"store": (20, 10, 100), "grow": (4, 4, 50), "factors": (1, 4, 16), "columns": (20, 5, 50), "pictures": (1, 1, 40), "repeats": 3}


def machine():
    """What kind of machine it is, without its name."""
    model = platform.processor() or platform.machine()
    try:
        model = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text()).group(1)
    except (OSError, AttributeError):
        if sys.platform == "darwin":
            model = subprocess.run(["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True).stdout.strip() or model
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def busy():
    """Whether something else was at work: then figures hold less than they say."""
    try:
        return os.getloadavg()[0] > 0.5 * (os.cpu_count() or 1)
    except OSError:
        return False


def report(folder, goals, raw):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "raw.json").write_text(json.dumps(raw | {"goals": goals.lines}, indent=1) + "\n")
    met = sum(line["met"] for line in goals.lines)
    text = [f"# {raw['date']}: {met} of {len(goals.lines)} goals met", "", f"On {raw['machine']}; made by `scripts/bench {raw['arguments']}`.".replace(" `.", "`."),
            "Middle of the repeats, in brackets the middle half of them. Ratios hold on other machines, rates don't. "
            + ("The machine was busy with other things when it began." if raw["busy"] else "The machine was idle when it began."), ""]
    text += ["| goal | wanted | measured | | |", "|---|---|---|---|---|"]
    for line in goals.lines:
        spread = "" if line["spread"] is None else f" ({number(line['spread'][0])} to {number(line['spread'][1])})"
        sign = "≤" if line["at_most"] else "≥"
        text.append(f"| {line['goal']} | {sign} {number(line['limit'])}{line['unit']} | {number(line['value'])}{line['unit']}{spread} | "
                    f"{'met' if line['met'] else '**not met**, ' + far(line) + ' short'} | {line['note']} |")
    text += ["", "`raw.json` has every repeat.", ""]
    (folder / "README.md").write_text("\n".join(text))
    print(f"\n{met} of {len(goals.lines)} goals met; {folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder}/README.md")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--out")
    parser.add_argument("--no-detection", action="store_true")
    arguments = parser.parse_args()
    size = QUICK if arguments.quick else FULL
    wanted = [part for part in arguments.only.split(",") if part] or list(PARTS)
    if (arguments.quick or arguments.no_detection) and not arguments.only:
        wanted.remove("detection")
    date = datetime.date.today().isoformat()
    goals, raw = Goals(), {"date": date, "machine": machine(), "busy": busy(), "arguments": " ".join(sys.argv[1:]),
                           "skillc": subprocess.run([SKILLC, "--version"], capture_output=True, text=True).stdout.strip()}
    with tempfile.TemporaryDirectory(prefix="skillc-bench-") as work:
        for part in wanted:
            print(f"\n{part}", flush=True)
            PARTS[part](Path(work), size, goals, raw)
    if arguments.out or not (arguments.quick or arguments.only):
        kind = f"{os.cpu_count()}-cores-{platform.system()}-{platform.machine()}".lower().replace("_", "-")
        report(Path(arguments.out) if arguments.out else ROOT / "reports/bench" / f"{date}-{kind}" / "engine", goals, raw)
    else:
        met = sum(line["met"] for line in goals.lines)
        print(f"\n{met} of {len(goals.lines)} goals met")


if __name__ == "__main__":
    main()
