"""A server that gives planned answers in turn, and keeps what it was asked."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
import typing as t


class Answer(t.NamedTuple):
    status: int = 200
    body: t.Any = {}
    headers: t.Mapping[str, str] = {}
    #: Closes the connection before all of the body was sent.
    breaks_off: bool = False


class Asked(t.NamedTuple):
    method: str
    path: str
    headers: t.Mapping[str, str]
    body: bytes
    connection: int


class FakeServer:
    def __init__(self, answer: t.Callable[[Asked, int], Answer]) -> None:
        self.asked: t.List[Asked] = []
        asked = self.asked

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                with contextlib.suppress(ConnectionError):
                    super().handle_one_request()

            def respond(self) -> None:
                length = int(self.headers.get("content-length", 0))
                request = Asked(
                    self.command,
                    self.path,
                    t.cast(t.Mapping[str, str], self.headers),
                    self.rfile.read(length),
                    self.client_address[1],
                )
                asked.append(request)
                status, body, headers, breaks_off = answer(request, len(asked) - 1)
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"content-type": "application/json", **headers}.items():
                    self.send_header(name, value)
                if status != 204:
                    self.send_header("content-length", str(len(content) + breaks_off))
                self.end_headers()
                if status != 204:
                    self.wfile.write(content)
                self.close_connection = self.close_connection or breaks_off

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond

            def log_message(self, *_: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> FakeServer:
        # The interval is how long a stop takes.
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def in_turn(*answers: Answer) -> t.Callable[[Asked, int], Answer]:
    return lambda _, at: answers[at]
