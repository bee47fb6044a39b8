"""A headless Chromium that shows a page, and what it shows. Debian's chromium, chromium-driver and python3-selenium."""

import base64
import pathlib
import shutil
import sys
import time

# Debian's packages, where another Python runs the tests: behind its own.
sys.path.append("/usr/lib/python3/dist-packages")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    webdriver = By = Keys = None

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")


def lacking():
    """Why no browser can be started; empty: one can."""
    if webdriver is None:
        return "python3-selenium is not installed"
    if not CHROMIUM or not DRIVER:
        return "chromium or chromium-driver is not installed"
    return ""


class Fault(Exception):
    """The page is not as it should be."""


def same(what, shown, told):
    if shown != told:
        raise Fault(f"{what}: the page has {shown!r}, the program says {told!r}")


class Shown:
    """A page in a browser."""

    def __init__(self, width=1280, height=900):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        # A browser does not follow more than 200 addresses in ten seconds; the tests do.
        for word in ("--headless=new", "--disable-ipc-flooding-protection", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--lang=en-GB",
                     f"--window-size={width},{height}", "--force-device-scale-factor=1", "--no-first-run",
                     "--disable-extensions", "--disable-background-networking"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        # Hundreds of places in one script, on a busy machine.
        self.driver.set_script_timeout(240)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def width(self, width, height=900):
        # A window has a least width; what a page sees has none.
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, path, address=""):
        self.driver.get("about:blank")
        self.driver.get(pathlib.Path(path).resolve().as_uri() + address)
        self.wait(lambda: self.js("return document.body.classList.contains('alive')"))
        return self

    def wait(self, holds, seconds=30):
        until = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > until:
                raise AssertionError(f"it did not come about in {seconds} s: {self.messages()}")
            time.sleep(0.02)

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def go(self, address):
        """Follows an address within the page, and waits until it is shown."""
        self.visit([address], "null")

    def visit(self, addresses, script):
        """What an expression is in each of these places within the page, in their order."""
        return self.driver.execute_async_script(
            """const [addresses, done] = arguments;
            const what = () => (""" + script + """);
            const wait = () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
            (async () => {
              const found = [];
              for (const address of addresses) {
                const there = new Promise((came) => addEventListener("hashchange", came, {once: true}));
                if (location.hash !== address) {
                  location.hash = address;
                  await there;
                }
                await wait();
                found.push(what());
              }
              return found;
            })().then(done);""", list(addresses))

    def text(self, selector):
        return self.js("const one = document.querySelector(arguments[0]); return one && one.textContent", selector)

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)

    def press(self, *keys):
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(*keys)
        self.settle()

    def settle(self):
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done));")

    def messages(self):
        """What the console was told since this was asked last."""
        return [one["message"] for one in self.driver.get_log("browser")]

    def quiet(self, what):
        said = self.messages()
        if said:
            raise Fault(f"{what}: the console says {said}")

    def media(self, kind="", **features):
        """As on paper (kind "print"), or as a reader likes it: prefers_color_scheme="dark"."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": kind, "features": wanted})

    def printed(self):
        """The page on paper: a PDF."""
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])

    def picture(self, path):
        self.driver.save_screenshot(str(path))
