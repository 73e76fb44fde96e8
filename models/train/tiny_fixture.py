"""Write the tiny networks that the tests of the Rust crates run: no training, no data, known by heart.

Each square is judged by its mean colour alone: red reads as White's king, blue as Black's king, dark as empty, and green as
covered. `tiny` is well-formed; `twelve` lacks a class and must be refused.

    /usr/bin/python3 models/train/tiny_fixture.py models/tests/data
"""

import hashlib
import json
import sys
from pathlib import Path

import torch

CLASSES = ["empty", *"PNBRQKpnbrqk"]
PIXELS_PER_SQUARE = 32
MARGIN_SQUARES = 1
SIZE = PIXELS_PER_SQUARE * (8 + 2 * MARGIN_SQUARES)


class MeanColour(torch.nn.Module):
    """Logits of `class_count` classes and of being covered, linear in a square's mean red, green and blue."""

    def __init__(self, class_count: int) -> None:
        super().__init__()
        self.judge = torch.nn.Conv2d(3, class_count + 1, 1)
        with torch.no_grad():
            self.judge.weight.zero_()
            self.judge.bias.zero_()
            self.judge.bias[0] = 5.0
            self.judge.weight[6, 0] = 10.0
            self.judge.weight[class_count - 1, 2] = 10.0
            self.judge.weight[class_count, 1] = 10.0
            self.judge.bias[class_count] = -5.0

    def forward(self, board: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        means = torch.nn.functional.avg_pool2d(board, PIXELS_PER_SQUARE)
        logits = self.judge(means)[:, :, MARGIN_SQUARES:-MARGIN_SQUARES, MARGIN_SQUARES:-MARGIN_SQUARES]
        return logits[:, :-1], logits[:, -1:]


def export(folder: Path, name: str, class_count: int) -> bytes:
    """Write the network of this name and return its bytes."""
    path = folder / name / "board.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        MeanColour(class_count),
        torch.zeros(1, 3, SIZE, SIZE),
        str(path),
        opset_version=13,
        input_names=["board"],
        output_names=["classes", "covered"],
        dynamic_axes={"board": {0: "boards"}, "classes": {0: "boards"}, "covered": {0: "boards"}},
    )
    return path.read_bytes()


def manifest(name: str, onnx: bytes) -> dict:
    """The manifest of a network of this file."""
    return {
        "name": name,
        "version": "1",
        "input": {
            "name": "board",
            "shape": ["boards", 3, SIZE, SIZE],
            "layout": "NCHW",
            "colour": "RGB",
            "range": [0.0, 1.0],
            "pixels_per_square": PIXELS_PER_SQUARE,
            "margin_squares": MARGIN_SQUARES,
        },
        "outputs": {
            "classes": {"name": "classes", "shape": ["boards", len(CLASSES), 8, 8]},
            "covered": {"name": "covered", "shape": ["boards", 1, 8, 8]},
        },
        "classes": CLASSES,
        "training_prior": [0.52] + [0.04] * 12,
        "temperature": 1.0,
        "sha256": hashlib.sha256(onnx).hexdigest(),
        "provenance": "written down by models/train/tiny_fixture.py, not trained",
        "licence": "MIT OR Apache-2.0",
    }


def main() -> None:
    """Write both networks with their manifests into the folder given."""
    folder = Path(sys.argv[1])
    for name, class_count in [("tiny", 13), ("twelve", 12)]:
        onnx = export(folder, name, class_count)
        (folder / name / "board.json").write_text(json.dumps(manifest(name, onnx), indent=1) + "\n")


if __name__ == "__main__":
    main()
