"""The twelve numbers of pycocotools for a truth and a results file, as JSON: coco_reference.py TRUTH RESULTS [N,N,N]

-1, which stands for "nothing to measure", becomes null. The time of the evaluation goes to stderr."""

import contextlib
import io
import json
import sys
import time

from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval


def numbers(truth, results, limits=None):
    with contextlib.redirect_stdout(io.StringIO()):
        real = COCO(truth)
        found = real.loadRes(results) if json.load(open(results)) else COCO()
        if not found.dataset:
            # loadRes can't take an empty list.
            found.dataset = {"images": real.dataset["images"], "categories": real.dataset["categories"], "annotations": []}
            found.createIndex()
        evaluation = COCOeval(real, found, "bbox")
        if limits:
            evaluation.params.maxDets = limits
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return [None if value == -1 else float(value) for value in evaluation.stats]


if __name__ == "__main__":
    start = time.perf_counter()
    limits = [int(part) for part in sys.argv[3].split(",")] if len(sys.argv) > 3 else None
    print(json.dumps(numbers(sys.argv[1], sys.argv[2], limits)))
    print(f"{time.perf_counter() - start:.3f}", file=sys.stderr)
