"""Sends some hundred random requests; campaign.py itself sends thousands, to a large catalog."""
import random
import unittest

import campaign
from service import LIMIT, Server


class Campaign(unittest.TestCase):
    def test_random_requests_are_answered_within_their_budget(self):
        random.seed(20261127)
        server = Server()
        self.addCleanup(server.close)
        # Debug builds are several times slower.
        faults, _ = campaign.run(server.process, server.port, 300, LIMIT)
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
