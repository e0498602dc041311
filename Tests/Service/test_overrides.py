"""Overrides of a master over HTTP, by persons with tokens of their own."""
import json
import pathlib
import tempfile
import unittest
import urllib.error
import urllib.request

from master import PROGRAMS, Master, node
from service import LIMIT


@unittest.skipUnless(PROGRAMS, "PostgreSQL is not installed")
class OverrideTests(unittest.TestCase):
    def setUp(self):
        self.master = Master()
        self.addCleanup(self.master.close)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "one.ipf").write_text("#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\nSTOCK,A,Wrong,USD\n##COMPLETE\n")
        self.master.ipf("init")
        self.master.ipf("load", folder / "one.ipf", "--source", "exchange")
        self.persons = folder / "persons"
        self.persons.write_text("# name token\nann token-of-ann\nbob token-of-bob\n")

    def start(self, corrections, *arguments):
        started = node("--master", self.master.address, "--corrections", corrections, "--correctors", self.persons, *arguments)
        self.addCleanup(started.close)
        return started

    def ask(self, node, token=None, body=None, path="/v1/overrides", kind="application/json"):
        """Returns the status and the JSON of an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = kind
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(node.address + path, data, headers), timeout=LIMIT) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def test_persons_override_approve_and_withdraw(self):
        # A token of the service does not replace that of a person, and a person needs no token of the service.
        tokens = self.persons.with_name("tokens")
        tokens.write_text("token-of-the-service\n")
        node = self.start(self.master.address, "--token-file", tokens)
        ann, bob, service = "token-of-ann", "token-of-bob", "token-of-the-service"
        for token in (None, service, "nonsense"):
            self.assertEqual(self.ask(node, token)[0], 401)
            self.assertEqual(self.ask(node, token, {"withdraw": [1]})[0], 401)
        self.assertEqual(self.ask(node, ann), (200, {"overrides": []}))

        field = {"symbol": "A", "field": "DESCRIPTION", "value": "Right", "until": "2099-12-31"}
        status, done = self.ask(node, ann, {"override": [field], "reason": "ticket 9"})
        self.assertEqual((status, done["state"], done["overrides"], done["effects"]), (200, "in force", [1], 1))
        lineage = f"/v1/instruments/A?lineage=true&atLeast={done['batch']}"
        status, found = self.ask(node, service, path=lineage)
        self.assertEqual((status, found["description"]), (200, "Right"))
        self.assertIn("ann", json.dumps(found["lineage"]))
        self.assertEqual(self.ask(node, ann, {"override": [field], "reason": "ticket 9"})[1]["unchanged"], 1)

        currency = {"symbol": "A", "field": "CURRENCY", "value": "EUR"}
        status, done = self.ask(node, ann, {"override": [currency], "reason": "ticket 10", "propose": True})
        self.assertEqual((status, done["state"]), (200, "proposed"))
        status, problem = self.ask(node, ann, {"approve": done["overrides"]})
        self.assertEqual(status, 422, problem)
        status, done = self.ask(node, bob, {"approve": done["overrides"]})
        self.assertEqual((status, done["state"], done["effects"]), (200, "in force", 1), done)
        status, found = self.ask(node, bob, path="/v1/overrides?symbol=A")
        self.assertEqual([(one["field"], one["state"], one["proposed"]["person"], one["begun"]["person"]) for one in found["overrides"]], [
            ("DESCRIPTION", "in force", "ann", "ann"), ("CURRENCY", "in force", "ann", "bob")])
        self.assertEqual(found["overrides"][0]["until"], "2100-01-01T00:00:00Z")

        self.assertEqual(self.ask(node, bob, {"withdraw": [1, 2], "reason": "mended"})[1]["effects"], 1)
        self.assertEqual(self.ask(node, bob)[1], {"overrides": []})
        self.assertEqual(len(self.ask(node, bob, path="/v1/overrides?all=true")[1]["overrides"]), 2)
        status, problem = self.ask(node, bob, {"withdraw": [1]})
        self.assertEqual(status, 422, problem)

        # A person who is removed from the file is refused immediately.
        self.persons.write_text("ann token-of-ann\n")
        self.assertEqual(self.ask(node, bob)[0], 401)
        self.assertEqual(self.ask(node, ann)[0], 200)

    def test_wrong_requests_change_nothing(self):
        node = self.start(self.master.address)
        field = {"symbol": "A", "field": "CURRENCY", "value": "EUR"}
        for body, status, words in (
            ({"override": [field]}, 422, "reason"),
            ({"override": [], "reason": "x"}, 400, "expected an object such as"),
            ({"override": [field], "approve": [1], "reason": "x"}, 400, "expected an object such as"),
            ({"override": [field], "reason": "x", "proposes": True}, 400, "expected an object such as"),
            ({"override": [{**field, "untill": "2099-01-01"}], "reason": "x"}, 400, "expected an object such as"),
            ({"override": [{**field, "until": "soon"}], "reason": "x"}, 422, "2026-12-31"),
            ({"override": [{**field, "field": "CURENCY"}], "reason": "x"}, 422, "CURENCY"),
            ({"override": [{**field, "symbol": "NONE"}], "reason": "x"}, 422, "NONE"),
            ({"override": [field, {**field, "value": "GBP"}], "reason": "x"}, 422, "CURRENCY of A"),
            ({"approve": [7]}, 422, "7"),
            ([], 400, "expected an object such as"),
        ):
            found, problem = self.ask(node, "token-of-ann", body)
            self.assertEqual(found, status, (body, problem))
            self.assertIn(words, problem["detail"], body)
        self.assertEqual(self.ask(node, "token-of-ann", {"withdraw": [1]}, kind="text/plain")[0], 415)
        self.assertEqual(self.ask(node, "token-of-ann", path="/v1/overrides?sybmol=A")[0], 400)
        self.assertEqual(self.ask(node, "token-of-ann", path="/v1/overrides?all=true")[1], {"overrides": []})

    def test_the_role_needs_the_right(self):
        self.master.run("psql", "-h", self.master.folder, "-U", "owner", "-d", "master", "-c", "CREATE ROLE desk LOGIN")
        self.master.ipf("init", "--reader", "desk")
        node = self.start(self.master.address.replace("user=owner", "user=desk"))
        field = {"symbol": "A", "field": "CURRENCY", "value": "EUR"}
        status, problem = self.ask(node, "token-of-ann", {"override": [field], "reason": "x"})
        self.assertEqual(status, 403, problem)
        self.assertIn("--overrides", problem["detail"])


if __name__ == "__main__":
    unittest.main()
