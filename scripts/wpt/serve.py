"""Serves a checkout of the Web Platform Tests, as `wpt serve` does, but without a hosts file and with its own ports.

    python3 serve.py <checkout> <key> <certificate> <script that every test runs first, read at each request>

Prints one line of JSON when it serves: the first HTTP and the first HTTPS port, and the hosts. Ends with its standard input.
"""

import json
import logging
import os
import re
import socket
import sys

root, key, certificate, first = sys.argv[1:]

# A whole checkout brings wptserve and what it needs; else they are installed: `pip install wptserve`.
if os.path.exists(os.path.join(root, "tools", "localpaths.py")):
    sys.path.insert(0, os.path.join(root, "tools"))
    import localpaths  # noqa: F401

from wptserve import handlers, server, stash
from wptserve.config import ConfigBuilder

logging.getLogger().setLevel(logging.CRITICAL)

GLOBAL = (
    "self.GLOBAL = { isWindow: () => %s, isWorker: () => %s, isShadowRealm: () => false };\n"
)
WINDOW = GLOBAL % ("true", "false")
WORKER = GLOBAL % ("false", "true")

HARNESS = (
    '<script src="/resources/testharness.js"></script>\n'
    '<script src="/resources/testharnessreport.js"></script>\n'
)

# How a page starts the tests of a worker of each kind.
START = {
    ".worker.html": 'fetch_tests_from_worker(new Worker("%s"));',
    ".sharedworker.html": 'fetch_tests_from_worker(new SharedWorker("%s"));',
    ".serviceworker.html": (
        "(async () => {\n"
        '  const scope = "does/not/exist";\n'
        "  await (await navigator.serviceWorker.getRegistration(scope))?.unregister();\n"
        '  const { installing } = await navigator.serviceWorker.register("%s", { scope });\n'
        "  fetch_tests_from_worker(installing);\n"
        "})();"
    ),
}


def metadata(source):
    """The `// META: name=value` lines of a script, as pairs."""
    return re.findall(r"^//\s*META:\s*(\w+)=(.*?)\s*$", source, re.MULTILINE)


def text_of(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def read(path):
    return text_of(os.path.join(root, path.lstrip("/")))


def page(path, query):
    """A page for a test that is a script: `x.any.js` is x.any.html, x.any.worker.html and so on."""
    for ending, start in START.items():
        if path.endswith(ending):
            break
    else:
        ending, start = ".html", None
    stem = path[: -len(ending)]
    script = f"{stem}.js"
    if start and not os.path.exists(os.path.join(root, script.lstrip("/"))):
        script = f"{stem}.worker.js"
    meta = metadata(read(script))
    lines = ["<!doctype html>", "<meta charset=utf-8>"]
    if ("timeout", "long") in meta:
        lines.append('<meta name="timeout" content="long">')
    if start:
        worker = script if script.endswith(".worker.js") else f"{stem}.worker.js"
        lines += [HARNESS, f"<script>{start % (worker + query)}</script>"]
    else:
        if stem.endswith(".any"):
            lines.append(f"<script>{WINDOW}</script>")
        lines.append(HARNESS)
        lines += [f'<script src="{value}"></script>' for name, value in meta if name == "script"]
        lines += ["<div id=log></div>", f'<script src="{script}"></script>']
    return "\n".join(lines)


def any_worker(path):
    """The worker's script for `x.any.js`."""
    script = path[: -len(".worker.js")] + ".js"
    scripts = [value for name, value in metadata(read(script)) if name == "script"]
    imports = ["/resources/testharness.js", *scripts, script]
    return WORKER + "".join(f'importScripts("{one}");\n' for one in imports) + "done();\n"


def answer(content_type, make):
    @handlers.handler
    def handle(request, response):
        path, query = request.url_parts.path, request.url_parts.query
        script = re.sub(r"(\.(shared|service)?worker)?\.html$|\.worker\.js$", ".js", path)
        for name, value in handlers.load_headers(request, os.path.join(root, script.lstrip("/"))):
            response.headers.set(name, value)
        response.headers.set("Content-Type", content_type)
        try:
            response.content = make(path, f"?{query}" if query else "")
        except FileNotFoundError:
            response.status = 404
            response.content = "No such test."

    return handle


# The workers of `--worker`: the built one, and one to compare it with.
OWN_WORKER = os.path.join(os.path.dirname(__file__), "..", "..", "dist", "coflight-sw.js")
PLAIN_WORKER = """addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(fetch(event.request)));
"""

REPORT = """add_completion_callback((tests, harness) => {
  window.webPlatformTests = {
    harness: { status: harness.status, message: harness.message },
    tests: tests.map(({ name, status, message }) => ({ name, status, message })),
    wrapped: "stats" in fetch || !!navigator.serviceWorker?.controller?.scriptURL.endsWith("/coflight-sw.js"),
  };
});
"""

HTML = "text/html;charset=utf-8"
SCRIPT = "text/javascript;charset=utf-8"

ROUTES = [
    ("GET", "/resources/testharness.js", answer(SCRIPT, lambda path, _: text_of(first) + read(path))),
    ("GET", "/resources/testharnessreport.js", answer(SCRIPT, lambda *_: REPORT)),
    ("GET", "/coflight-sw.js", answer(SCRIPT, lambda *_: text_of(OWN_WORKER))),
    ("GET", "/plain-sw.js", answer(SCRIPT, lambda *_: PLAIN_WORKER)),
    *[("GET", f"*.any{ending}", answer(HTML, page)) for ending in [".html", *START]],
    *[("GET", name, answer(HTML, page)) for name in ("*.window.html", "*.worker.html")],
    ("GET", "*.any.worker.js", answer(SCRIPT, lambda path, _: any_worker(path))),
    ("GET", "*.asis", handlers.as_is_handler),
    ("*", "*.py", handlers.python_script_handler),
    ("GET", "*", handlers.file_handler),
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


PORTS = {"http": 2, "https": 2, "ws": 1, "wss": 1}
for space in ("local", "public"):
    PORTS |= {f"http-{space}": 1, f"https-{space}": 1}
# Nothing listens there, but tests that name these ports can be read.
PORTS |= {"h2": 1, "webtransport-h3": 1}

subdomains = {"www", "www1", "www2", "天気の良い日", "élève"}
builder = ConfigBuilder(
    logging.getLogger(),
    browser_host="web-platform.test",
    alternate_hosts={"alt": "not-web-platform.test"},
    subdomains=subdomains | {f"{a}.{b}" for a in ("www", "www1", "www2") for b in ("www", "www1", "www2")},
    not_subdomains={"nonexistent"},
    doc_root=root,
    server_host="127.0.0.1",
    check_subdomains=False,
    ports={name: [free_port() for _ in range(count)] for name, count in PORTS.items()},
    ssl={
        "type": "pregenerated",
        "pregenerated": {"host_key_path": key, "host_cert_path": certificate},
        "encrypt_after_connect": False,
    },
)

if __name__ == "__main__":
    with stash.StashServer(None, authkey="coflight"), builder as config:
        for name, ports in config["ports"].items():
            if not name.startswith("http"):
                continue
            for port in ports:
                server.WebTestHttpd(
                    host="127.0.0.1",
                    port=port,
                    doc_root=root,
                    routes=ROUTES,
                    config=config,
                    use_ssl=name.startswith("https"),
                    key_file=key,
                    certificate=certificate,
                ).start()
        ports = {name: config["ports"][name][0] for name in ("http", "https")}
        print(json.dumps({"ports": ports, "hosts": sorted(config.domains_set)}), flush=True)
        sys.stdin.read()
