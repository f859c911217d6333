"""HTTP connections that are kept for the next request, by as many threads as you like."""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import ssl
import time
import typing as t
import urllib.parse
import urllib.request

from ._body import Body
from ._errors import NoResponseError, ResponseTimeoutError, WeftlineError

_CHUNK_BYTES = 64 * 1024


class Request(t.NamedTuple):
    method: str
    #: From the origin: ``/apix/status/``.
    path: str
    headers: t.Mapping[str, str]
    body: t.Optional[Body]


class Transport:
    def __init__(self, base_url: str, ssl_context: t.Optional[ssl.SSLContext]) -> None:
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise WeftlineError(f"base_url is no address: {base_url}")
        self._is_secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port or (443 if self._is_secure else 80)
        self._prefix = parts.path.rstrip("/")
        self._proxy = _find_proxy(parts.scheme, parts.netloc)
        self._context = ssl_context or (ssl.create_default_context() if self._is_secure else None)
        self._idle: t.List[http.client.HTTPConnection] = []

    def send(self, request: Request, timeout: float) -> Exchange:
        """Returns when the headers of the response are there."""
        ends_at = time.monotonic() + timeout
        while True:
            try:
                connection, is_kept = self._idle.pop(), True
            except IndexError:
                connection, is_kept = self._connect(), False
            try:
                return self._exchange(connection, request, ends_at)
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                if isinstance(error, socket.timeout):
                    raise ResponseTimeoutError(
                        f"{request.method} {request.path} took over {timeout:g} s."
                    ) from error
                # The server may have closed a kept connection meanwhile: another one is tried.
                if not is_kept:
                    raise NoResponseError(
                        f"{request.method} {request.path} got no response."
                    ) from error

    def _exchange(
        self, connection: http.client.HTTPConnection, request: Request, ends_at: float
    ) -> Exchange:
        connection.timeout = _until(ends_at)
        if connection.sock is None:
            connection.connect()
        sock = t.cast(socket.socket, connection.sock)
        sock.settimeout(_until(ends_at))
        target = self._target(request.path)
        headers = {**request.headers, **(request.body.headers if request.body else {})}
        body = iter(request.body) if request.body else None
        if self._proxy and not self._is_secure:
            headers.update(self._proxy.headers)
        # A server that refuses a large body responds before it has read all of it.
        with contextlib.suppress(BrokenPipeError):
            connection.request(request.method, target, body=body, headers=headers)
        sock.settimeout(_until(ends_at))
        response = connection.getresponse()
        return Exchange(response, sock, ends_at, lambda: self._idle.append(connection))

    def _target(self, path: str) -> str:
        if self._proxy and not self._is_secure:
            return f"http://{self._host}:{self._port}{self._prefix}{path}"
        return self._prefix + path

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._proxy[:2] if self._proxy else (self._host, self._port)
        if not self._is_secure:
            return http.client.HTTPConnection(host, port)
        connection = http.client.HTTPSConnection(host, port, context=self._context)
        if self._proxy:
            connection.set_tunnel(self._host, self._port, self._proxy.headers)
        return connection

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


class Exchange:
    """A response, whose body is still to be read."""

    def __init__(
        self,
        response: http.client.HTTPResponse,
        sock: socket.socket,
        ends_at: float,
        keep: t.Callable[[], None],
    ) -> None:
        self._response = response
        self._sock = sock
        self._ends_at = ends_at
        self._keep = keep
        self.status = response.status
        #: Names do not depend on case.
        self.headers: t.Mapping[str, str] = t.cast(t.Mapping[str, str], response.headers)

    def read(self) -> bytes:
        chunks: t.List[bytes] = []
        keeps = not self._response.will_close
        length = self._response.length
        try:
            while not self._response.isclosed():
                self._sock.settimeout(_until(self._ends_at))
                chunk = self._response.read1(_CHUNK_BYTES)
                if not chunk:
                    break
                chunks.append(chunk)
        except socket.timeout as error:
            self.close()
            raise ResponseTimeoutError("The response took too long.") from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoResponseError("The response broke off.") from error
        body = b"".join(chunks)
        if length is not None and len(body) < length:
            self.close()
            raise NoResponseError("The response broke off.")
        # The connection takes the next request only when this response is closed.
        self._response.close()
        if keeps:
            self._keep()
        return body

    def lines(self, idle_seconds: t.Optional[float]) -> t.Iterator[bytes]:
        self._sock.settimeout(idle_seconds)
        try:
            while True:
                line = self._response.readline()
                if not line:
                    return
                yield line
        except socket.timeout as error:
            raise NoResponseError(f"Silent for {idle_seconds} s.") from error
        except (OSError, http.client.HTTPException) as error:
            raise NoResponseError("The response broke off.") from error

    def close(self) -> None:
        self._response.close()
        self._sock.close()

    def __enter__(self) -> Exchange:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _until(ends_at: float) -> float:
    left = ends_at - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


class _Proxy(t.NamedTuple):
    host: str
    port: int
    headers: t.Dict[str, str]


def _find_proxy(scheme: str, host: str) -> t.Optional[_Proxy]:
    """That of the variables ``HTTPS_PROXY``, ``HTTP_PROXY`` and ``NO_PROXY``."""
    address = urllib.request.getproxies().get(scheme)
    if not address or urllib.request.proxy_bypass(host):
        return None
    parts = urllib.parse.urlsplit(address if "://" in address else f"http://{address}")
    if not parts.hostname:
        return None
    headers: t.Dict[str, str] = {}
    if parts.username:
        login = urllib.parse.unquote(f"{parts.username}:{parts.password or ''}")
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(login.encode()).decode()}"
    return _Proxy(parts.hostname, parts.port or 80, headers)
