"""The extension works in Debian's sqlite3, in Python and in Datasette."""

import json
import os
import re
import subprocess
import sys
import unittest
import urllib.parse
import urllib.request

from support import EXTENSION, REPOSITORY, connect, path, sample


class ProgramTests(unittest.TestCase):
    def test_the_command_line_loads_the_extension(self):
        script = (
            ".load .build/libipf/lib/ipf_catalog\nCREATE VIRTUAL TABLE t USING ipf('sample.ipfc');\n.mode csv\n"
            "SELECT symbol, description FROM t WHERE t MATCH 'turk hava' ORDER BY rank LIMIT 1;\n"
            "SELECT type, count(*) FROM t GROUP BY type ORDER BY 2 DESC LIMIT 2;\n")
        self.assertEqual(self.shell(script).split("\n"), ['THYAO:TR,"TÜRK HAVA YOLLARI A.O."', "STOCK,309", "OPTION,138", ""])

    def shell(self, script):
        script = script.replace(".build/libipf/lib/ipf_catalog", EXTENSION).replace("sample.ipfc", sample())
        done = subprocess.run(["sqlite3", ":memory:"], input=script, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_an_older_sqlite_is_refused(self):
        # SQLite passes the extension a table of functions, in which libversion, libversion_number and mprintf have
        # fixed positions. The script runs in a separate process, because the extension keeps that table.
        script = (
            "import ctypes, sys\n"
            "text = ctypes.CFUNCTYPE(ctypes.c_void_p)(lambda: 0)\n"
            "number = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 3023001)\n"
            "format = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(lambda format: sys.stdout.write(format.decode()) and 0)\n"
            "api = (ctypes.c_void_p * 400)()\n"
            "for place, function in ((66, text), (67, number), (69, format)):\n"
            "    api[place] = ctypes.cast(function, ctypes.c_void_p)\n"
            "print(ctypes.CDLL(sys.argv[1]).sqlite3_ipfcatalog_init(None, ctypes.byref(ctypes.c_void_p()), api))\n")
        done = subprocess.run([sys.executable, "-c", script, EXTENSION + ".so"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "ipf_catalog needs SQLite 3.24 or newer, this is %s1\n", done.stderr)

    def test_documented_commands_print_the_documented_output(self):
        with open(os.path.join(REPOSITORY, "Sources", "SQLiteExtension", "README.md")) as file:
            console = file.read().split("```console\n")[1].split("```")[0].split("$ sqlite3\n")[1]
        lines = console.splitlines(keepends=True)
        asked = "".join(line[len("sqlite> "):] for line in lines if line.startswith("sqlite> "))
        self.assertEqual(self.shell(asked), "".join(line for line in lines if not line.startswith("sqlite> ")))
        with open(os.path.join(REPOSITORY, "Documentation", "Guide.docc", "OtherLanguages.md")) as file:
            script = file.read().split("## SQL\n")[1].split("```sql\n")[1].split("```")[0]
        self.assertIn("AAPL|Apple Inc. - Common Stock\n", self.shell(script))

    def test_datasette_serves_the_table(self):
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
