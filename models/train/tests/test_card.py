import unittest

import numpy as np

from tandem_train.card import calibration_error, draw_confusion, draw_reliability, probabilities, reliability


class CardTest(unittest.TestCase):
    def test_probabilities_sum_to_one_and_flatten_with_the_temperature(self):
        logits = np.array([[2.0] + [0.0] * 12])
        sharp, flat = probabilities(logits, 0.5), probabilities(logits, 4.0)
        self.assertAlmostEqual(float(sharp.sum()), 1.0)
        self.assertGreater(sharp[0, 0], flat[0, 0])

    def test_answers_that_are_right_as_often_as_they_say_have_no_error(self):
        top = np.full(1000, 0.8)
        self.assertAlmostEqual(calibration_error(top, np.arange(1000) < 800), 0.0, places=6)
        self.assertAlmostEqual(calibration_error(top, np.arange(1000) < 500), 0.3, places=6)

    def test_a_probability_of_one_falls_into_the_last_bin(self):
        self.assertEqual(reliability(np.array([1.0]), np.array([True]))[-1], (1, 1.0, 1.0))

    def test_the_pictures_show_shares(self):
        counts = np.eye(13, dtype=int) * 3
        counts[2, 4] = 1
        self.assertIn(">25.0<", draw_confusion(counts))
        self.assertIn("<polyline", draw_reliability([("all", "#000", [(100, 0.5, 0.4), (100, 0.9, 0.8)])]))


if __name__ == "__main__":
    unittest.main()
