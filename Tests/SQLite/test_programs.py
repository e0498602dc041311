"""The programs that people load it into: Debian's sqlite3, Python, Datasette."""

import json
import os
import re
import subprocess
import sys
import unittest
import urllib.parse
import urllib.request

from support import EXTENSION, connect, path, sample


class ProgramTests(unittest.TestCase):
    def test_command_line(self):
        script = (
            f".load {EXTENSION}\nCREATE VIRTUAL TABLE t USING ipf('{sample()}');\n.mode csv\n"
            "SELECT symbol, description FROM t WHERE t MATCH 'turk hava' ORDER BY rank LIMIT 1;\n"
            "SELECT type, count(*) FROM t GROUP BY type ORDER BY 2 DESC LIMIT 2;\n")
        done = subprocess.run(["sqlite3", ":memory:"], input=script, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.split("\n"), ['THYAO:TR,"TÜRK HAVA YOLLARI A.O."', "STOCK,309", "OPTION,138", ""])

    def test_datasette(self):
        database = path("datasette.db")
        connect(sample(), table="instruments", database=database).close()
        datasette = subprocess.Popen(
            [os.path.join(os.path.dirname(sys.executable), "datasette"), "serve", database, "--load-extension", EXTENSION, "--port", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            for line in datasette.stderr:
                address = re.search(r"running on (http://\S+)", line)
                if address:
                    break
            ask = lambda path: json.load(urllib.request.urlopen(address[1] + path, timeout=30))
            question = "SELECT symbol, tier FROM instruments WHERE instruments MATCH 'apple' ORDER BY rank LIMIT 1"
            found = ask("/datasette.json?_shape=arrays&sql=" + urllib.parse.quote(question))
            self.assertEqual(found["rows"], [["AAPL", "description"]])
            found = ask("/datasette/instruments.json?_shape=objects&TYPE=CRYPTO&_size=3&_facet=CURRENCY")
            self.assertEqual([row["TYPE"] for row in found["rows"]], ["CRYPTO"] * 3)
            self.assertEqual(found["filtered_table_rows_count"], 20)
        finally:
            datasette.terminate()
            datasette.communicate(timeout=30)


if __name__ == "__main__":
    unittest.main()
