"""Runs programs up to their first request, and prints the requests."""

import json
import os
import pathlib
import sys

from weftline import _transport

for name in ("WEFTLINE_API_KEY", "WEFTLINE_ACCESS_TOKEN", "WEFTLINE_REFRESH_TOKEN"):
    os.environ[name] = "x"
pathlib.Path("file").write_text("content of the file")


class Sent(BaseException):
    pass


def send(_, request, timeout):
    body = b"".join(request.body).decode() if request.body else ""
    raise Sent({"method": request.method, "path": request.path, "body": body})


_transport.Transport.send = send
sent = []
for program in json.load(sys.stdin):
    try:
        exec(program, {})
    except Sent as request:
        sent.append(request.args[0])
print(json.dumps(sent))
