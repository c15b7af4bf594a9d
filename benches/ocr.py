"""Kofa's reader of pictures beside Tesseract and the RapidOCR package, on the same files.

Usage: ocr.py FOLDER KOFA_POA_BENCH MODELS [THREADS]

FOLDER holds pictures, each with the words that stand on it in a file of the same name that ends
in .txt. The three read one picture after the other in turns, each alone, so that a busy minute
falls on all of them. Prints a table in Markdown.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path


class Kofa:
    name = "Kofa"

    def __init__(self, program, models, threads):
        command = [program, "--serve", "--models", models, "--threads", str(threads)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.memory = 0

    def read(self, picture):
        self.process.stdin.write(f"{picture}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.memory = max(self.memory, answer["memory_mib_max"])
        return answer["seconds"], answer["words"]


class Tesseract:
    """A process a page, as its users run it; pages may be turned, so it looks for that too."""

    name = "Tesseract"

    def __init__(self, threads):
        self.environment = dict(os.environ, OMP_THREAD_LIMIT=str(threads))
        self.memory = 0

    def read(self, picture):
        begun = time.monotonic()
        command = ["tesseract", str(picture), "stdout", "--psm", "1", "-l", "eng", "--dpi", "200"]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        seconds = time.monotonic() - begun
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        self.memory = max(self.memory, most)
        return seconds, done.stdout.split()


class RapidOcr:
    """In a process of its own, as it holds its networks in memory."""

    name = "RapidOCR"

    def __init__(self, threads):
        command = [sys.executable, __file__, "--rapidocr", str(threads)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.memory = 0

    read = Kofa.read


def serve_rapidocr(threads):
    from rapidocr import RapidOCR

    engine = RapidOCR(
        params={
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )
    for line in sys.stdin:
        begun = time.monotonic()
        result = engine(line.strip())
        seconds = time.monotonic() - begun
        words = " ".join(result.txts or ()).split()
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(json.dumps({"seconds": seconds, "memory_mib_max": most, "words": words}), flush=True)


def words_right(truth, read):
    """Words of the truth that were read, and words read that are in the truth, as bags."""
    truth, read = Counter(truth), Counter(read)
    return sum((truth & read).values())


def letters_right(truth, read):
    """Share of the letters and digits that were read, order within words and spaces aside:
    pairs of neighbouring letters, so that a lost space costs nothing and a wrong letter two."""

    def pairs(words):
        bag = Counter()
        for word in words:
            letters = [letter for letter in word.lower() if letter.isalnum()]
            bag.update(zip(letters, letters[1:]))
        return bag

    truth, read = pairs(truth), pairs(read)
    return sum((truth & read).values()), sum(truth.values())


def sustained(program, models, pictures):
    """Pages a second of two readers with a thread each, and the memory of the larger."""
    readers = [Kofa(program, models, 1) for _ in range(2)]
    for reader in readers:
        reader.read(pictures[0])
    begun = time.monotonic()
    halves = [pictures[at::2] for at in range(2)]
    threads = [
        threading.Thread(target=lambda reader=reader, half=half: [reader.read(it) for it in half])
        for reader, half in zip(readers, halves)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.monotonic() - begun
    return len(pictures) / spent, max(reader.memory for reader in readers)


def main():
    folder, program, models = sys.argv[1:4]
    threads = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    readers = [Kofa(program, models, threads), Tesseract(threads), RapidOcr(threads)]
    pictures = sorted(path for path in Path(folder).iterdir() if path.suffix in (".jpg", ".tif"))
    sums = {reader.name: Counter() for reader in readers}
    seconds = {reader.name: [] for reader in readers}
    for number, picture in enumerate(pictures):
        truth = picture.with_suffix(".txt").read_text().split()
        # Who begins changes, so that nobody always follows the same one.
        order = readers[number % 3 :] + readers[: number % 3]
        for reader in order:
            spent, words = reader.read(picture)
            right, all_pairs = letters_right(truth, words)
            sums[reader.name].update(
                truth=len(truth),
                read=len(words),
                right=words_right(truth, words),
                pairs_right=right,
                pairs=all_pairs,
            )
            if number > 0:
                seconds[reader.name].append(spent)
    print(f"{len(pictures)} pictures, {threads} threads each; the first one warms up.\n")
    print("| Reader | Words read, % | Words right, % | Letters, % | s a page, p50 | p95 |", end="")
    print(" by Tesseract's | Memory, MiB |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    beside = statistics.median(seconds["Tesseract"])
    for reader in readers:
        of, spent = sums[reader.name], sorted(seconds[reader.name])
        middle = statistics.median(spent)
        late = spent[int((len(spent) - 1) * 0.95)]
        print(
            f"| {reader.name} | {100 * of['right'] / of['truth']:.1f}"
            f" | {100 * of['right'] / max(of['read'], 1):.1f}"
            f" | {100 * of['pairs_right'] / of['pairs']:.1f}"
            f" | {middle:.2f} | {late:.2f} | {middle / beside:.2f} | {reader.memory} |"
        )
    pages, memory = sustained(program, models, pictures)
    print(f"\nTwo of Kofa's readers, a thread each: {pages:.2f} pages a second, {memory} MiB each.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--rapidocr"]:
        serve_rapidocr(int(sys.argv[2]))
    else:
        main()
