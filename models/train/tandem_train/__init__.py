"""The eyes' training pipeline: rendered tables with exact truth, a sensor model, a small net, its export."""
