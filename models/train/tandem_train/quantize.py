"""What eight bits would cost: the model quantised, and how right it is then.

    python3 -m tandem_train.quantize views --stills DIR --holdout DIR --views views.npz
    python3 -m tandem_train.quantize measure --model ../weights/board.onnx --views views.npz [--out board-int8.onnx]

The first step needs PyTorch and draws what the second needs, ONNX Runtime with its quantisation tools and `onnx`: views of renders that were taught, to
find the range of every layer, and of held-out ones, to be judged by.  Weights are quantised per channel to signed eight bits with reduced range, so that
machines without dot-product instructions do not saturate; activations to unsigned eight bits.
"""
import argparse
import os
import tempfile
import time

import numpy as np

RANGING, JUDGED = 48, 60


def draw_views(stills_folder, holdout, path):
    import cv2
    from . import truth
    from .dataset import Still
    cv2.setNumThreads(1)
    known = lambda folder: [p for p in truth.stills_in(folder) if truth.load_truth(p + ".json")]
    every = lambda items, count: items[::max(1, len(items) // count)][:count]
    ranging = [Still(p).view(n % 4, np.random.default_rng([n, 7]))[0] for n, p in enumerate(every(known(stills_folder), RANGING))]
    judged = [Still(p).view(n % 4, np.random.default_rng([n, 5])) for n, p in enumerate(every(known(holdout), JUDGED))]
    np.savez_compressed(path, ranging=np.stack(ranging), views=np.stack([v[0] for v in judged]),
                        classes=np.stack([v[1] for v in judged]), covered=np.stack([v[2] for v in judged]))


def planes(picture):
    return np.ascontiguousarray(picture.transpose(2, 0, 1)[None].astype(np.float32) / 255)


def measure(model, path, out):
    import onnxruntime
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process
    data = np.load(path)

    class Ranges(CalibrationDataReader):
        def __init__(self):
            self.rows = iter(data["ranging"])

        def get_next(self):
            row = next(self.rows, None)
            return None if row is None else {"view": planes(row)}

    with tempfile.TemporaryDirectory() as folder:
        prepared, small = os.path.join(folder, "prepared.onnx"), os.path.join(folder, "int8.onnx")
        quant_pre_process(model, prepared, skip_symbolic_shape=True)
        quantize_static(prepared, small, Ranges(), quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
                        weight_type=QuantType.QInt8, activation_type=QuantType.QUInt8)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        for name, file in (("float32", model), ("int8", small)):
            session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
            began = time.perf_counter()
            logits = np.concatenate([session.run(["classes"], {"view": planes(v)})[0] for v in data["views"]])
            each = (time.perf_counter() - began) / len(data["views"]) * 1000
            answer, seen = logits.argmax(1), data["covered"] < 0.5
            right, occupied = answer == data["classes"], data["classes"] > 0
            colour = np.where(answer == 0, 0, np.where(answer < 7, 1, 2)) == np.where(data["classes"] == 0, 0, np.where(data["classes"] < 7, 1, 2))
            print("%-8s %5.2f MB, %5.1f ms a board, content %.2f %%, of occupied squares %.2f %%, colour and occupancy %.2f %%" % (
                name, os.path.getsize(file) / 1e6, each, 100 * right[seen].mean(), 100 * right[seen & occupied].mean(), 100 * colour[seen].mean()))
        if out:
            os.replace(small, out)


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arg.add_argument("step", choices=("views", "measure"))
    arg.add_argument("--views", required=True)
    for name in ("stills", "holdout", "model", "out"):
        arg.add_argument("--" + name)
    z = arg.parse_args()
    if z.step == "views":
        draw_views(z.stills, z.holdout, z.views)
    else:
        measure(z.model, z.views, z.out)


if __name__ == "__main__":
    main()
