"""A headless Chromium, controlled by WebDriver calls over HTTP with only the standard library.

Tests use pages like a person: by typing, keys and clicks, and by the visible text. They wait only for conditions, with a
time limit.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request

from service import free_port, wait_for

KEYS = {"down": "\ue015", "up": "\ue013", "enter": "\ue007", "escape": "\ue00c", "backspace": "\ue003", "tab": "\ue004",
        "left": "\ue012", "pageup": "\ue00e"}
SCREENSHOTS = pathlib.Path(os.environ["IPF_SCREENSHOTS"])
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Driver:
    """A chromedriver process."""

    def __init__(self):
        self.port = free_port()
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={self.port}", "--silent"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(self.is_ready, "chromedriver")

    def is_ready(self):
        try:
            return self.call("GET", "/status")["ready"]
        except OSError:
            return False

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, data=data, headers={"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise WebDriverError(value["error"], value["message"]) from None

    def close(self):
        self.process.terminate()
        self.process.wait()


class WebDriverError(Exception):
    def __init__(self, kind, message):
        super().__init__(f"{kind}: {message.splitlines()[0]}")
        self.kind = kind


class Browser:
    """One window."""

    def __init__(self, driver, width=1280, height=900):
        self.driver = driver
        self.folder = tempfile.mkdtemp(prefix="ipf-browser-")
        arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={self.folder}",
            f"--window-size={width},{height}", "--lang=en-GB",
        ]
        options = {"args": arguments}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def call(self, method, path, body=None):
        return self.driver.call(method, f"/session/{self.session}{path}", body)

    def close(self):
        self.call("DELETE", "")
        shutil.rmtree(self.folder, ignore_errors=True)

    # Navigating

    def open(self, address):
        # Changing only the fragment would not load the page.
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": address})

    def forget(self, address):
        """Clears the storage of an origin."""
        self.tools("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "local_storage"})

    def address(self):
        return self.call("GET", "/url")

    def back(self):
        self.call("POST", "/back", {})

    def resize(self, width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.tools("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, scheme):
        self.tools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def tools(self, command, parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def findings(self):
        """Returns the violations of accessibility rules that axe-core finds."""
        self.run(pathlib.Path(os.environ["IPF_AXE"]).read_text() + ";window.axe = axe")
        return self.run(
            "return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(found =>"
            " found.violations.flatMap(one => one.nodes.map(node => one.id + ' ' + node.target.join(' '))))")

    # Reading the page

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def texts(self, selector):
        """Returns the visible texts of all elements, in order."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map(e => (e.innerText ?? e.textContent).trim())", selector)

    def text(self, selector):
        found = self.texts(selector)
        return found[0] if found else None

    def wait_text(self, selector, part):
        """Returns the text of the first element whose text contains `part`."""
        return wait_for(
            lambda: next((text for text in self.texts(selector) if part in text), None), f"“{part}” in {selector}"
        )

    def wait_count(self, selector, least=1):
        return wait_for(lambda: len(self.texts(selector)) >= least, f"{least} of {selector}")

    def find(self, selector):
        def look():
            try:
                return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
            except WebDriverError as error:
                if error.kind != "no such element":
                    raise
                return None

        return wait_for(look, selector)

    def screenshot(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        (SCREENSHOTS / f"{name}.png").write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def errors(self):
        """Returns the console's errors since the last call, except those for 4xx responses, which tests provoke."""
        entries = self.call("POST", "/se/log", {"type": "browser"})
        return [
            entry["message"] for entry in entries
            if entry["level"] == "SEVERE" and "status of 4" not in entry["message"] and "ERR_CONNECTION" not in entry["message"]
        ]

    # Acting on the page

    def type(self, selector, text):
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def clear(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/clear", {})

    def press(self, selector, *keys):
        self.type(selector, "".join(KEYS[key] for key in keys))

    def click(self, selector):
        """Clicks an element; if the list is being replaced, clicks the new element."""
        def attempt():
            try:
                # Scrolls the target to the center, because an element fixed at the top may cover it.
                self.run("document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })", selector)
                self.call("POST", f"/element/{self.find(selector)}/click", {})
                return True
            except WebDriverError as error:
                if error.kind not in ("stale element reference", "element click intercepted"):
                    raise
                return False

        wait_for(attempt, f"a click on {selector}")
