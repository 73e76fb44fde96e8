"""Start a net from the weights that ship, where no checkpoint of theirs is left.

In the exported model every BatchNorm lies inside the convolution before it.  Here each convolution gets its weights back, and its BatchNorm the mean
and spread that the layer has over some views: the net then answers what the shipped model does, and can be trained on.
"""
import cv2
import torch
from torch import nn


def layers_of(path):
    """The convolutions of an exported model in the order in which a view passes them: (weight, bias) as tensors."""
    reader = cv2.dnn.readNetFromONNX(path)
    layers = []
    for index in range(1, len(reader.getLayerNames()) + 1):
        layer = reader.getLayer(index)
        if layer.type == "Convolution":
            weight, bias = (torch.from_numpy(blob.copy()) for blob in layer.blobs)
            layers.append((weight, bias.flatten()))
    return layers


def _weights_of(layers, convolutions):
    """Layer by layer what belongs to which convolution of the net; their shapes have to agree."""
    if len(layers) != len(convolutions):
        raise ValueError("the model has %d convolutions, the net %d" % (len(layers), len(convolutions)))
    for (weight, bias), convolution in zip(layers, convolutions):
        if weight.shape != convolution.weight.shape:
            raise ValueError("a layer of the model is %s, of the net %s" % (tuple(weight.shape), tuple(convolution.weight.shape)))
        yield weight, bias, convolution


def from_shipped(net, path, views):
    """Give `net` the weights of the model at `path`; `views` [n, 3, side, side] in 0..1 tell how each layer is spread."""
    convolutions = [m for m in net.modules() if isinstance(m, nn.Conv2d)]
    followers = {block[0]: block[1] for block in net.modules() if isinstance(block, nn.Sequential) and len(block) == 3 and isinstance(block[1], nn.BatchNorm2d)}
    folded = {}
    with torch.no_grad():
        for weight, bias, convolution in _weights_of(layers_of(path), convolutions):
            convolution.weight.copy_(weight)
            folded[convolution] = bias
            if convolution.bias is not None:
                convolution.bias.copy_(bias)

        def unfold(convolution, _, out):
            """Called as the views pass through, layer by layer: what comes before is already as it shipped."""
            norm = followers[convolution]
            mean, spread = out.mean((0, 2, 3)), out.var((0, 2, 3), unbiased=False).clamp_min(1e-6)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.copy_(folded[convolution] + mean)

        hooks = [convolution.register_forward_hook(unfold) for convolution in followers]
        net.eval()
        net(views)
        for hook in hooks:
            hook.remove()
