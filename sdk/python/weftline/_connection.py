"""Sends requests: credentials, time limits, repetitions, errors. All calls go through it."""

from __future__ import annotations

import copy
import json
import os
import ssl
import time
import typing as t

from ._body import json_body
from ._retries import is_worth_repeating, pause_before
from ._session import OnChange, Session, SessionTokens
from ._transport import Exchange, Request, Transport
from ._version import __version__
from .errors import ApiError, WeftlineError, read_error

_REFRESH_PATH = "/apix/accounts/token/refresh/"
_VERIFY_PATH = "/apix/accounts/otp/verify/"

Result = t.TypeVar("Result")
Read = t.Callable[[Exchange], Result]


class ResponseRecord(t.NamedTuple):
    """One attempt that got a response."""

    method: str
    path: str
    #: 1 for the first one.
    attempt: int
    status: int
    headers: t.Mapping[str, str]
    seconds: float


class Connection:
    def __init__(
        self,
        api_key: t.Optional[str] = None,
        *,
        base_url: t.Optional[str] = None,
        session: t.Optional[SessionTokens] = None,
        on_session: t.Optional[OnChange] = None,
        timeout: float = 60,
        total: float = 180,
        retries: int = 3,
        headers: t.Optional[t.Mapping[str, str]] = None,
        on_response: t.Optional[t.Callable[[ResponseRecord], None]] = None,
        ssl_context: t.Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        Args:
            api_key: By default the variable ``WEFTLINE_API_KEY``.
            base_url: By default the variable ``WEFTLINE_BASE_URL``.
            session: The tokens of a signed-in person; they take the place of the key.
            on_session: Called with new tokens, and with None when the session has ended.
            timeout: Seconds for each attempt, until its response is read.
            total: Seconds for all attempts and the pauses between them.
            retries: Further attempts after the first one.
            headers: Sent with each request.
            on_response: Called for each attempt that got a response.
            ssl_context: For a certificate authority of your own.
        """
        address = base_url or os.environ.get("WEFTLINE_BASE_URL")
        if not address:
            raise WeftlineError("Set base_url, or the variable WEFTLINE_BASE_URL.")
        self._transport = Transport(address, ssl_context)
        self._api_key = api_key or (None if session else os.environ.get("WEFTLINE_API_KEY"))
        self._session = Session(session, on_session)
        self._timeout = timeout
        self._total = total
        self._retries = retries
        self._headers = dict(headers or {})
        self._on_response = on_response

    def with_options(
        self: Self,
        *,
        timeout: t.Optional[float] = None,
        total: t.Optional[float] = None,
        retries: t.Optional[int] = None,
        headers: t.Optional[t.Mapping[str, str]] = None,
    ) -> Self:
        """The same connections and session with other limits."""
        other = copy.copy(self)
        other._timeout = self._timeout if timeout is None else timeout
        other._total = self._total if total is None else total
        other._retries = self._retries if retries is None else retries
        other._headers = {**self._headers, **(headers or {})}
        return other

    @property
    def session(self) -> t.Optional[SessionTokens]:
        """The tokens of the session, which you may store; None without one."""
        return self._session.tokens

    def sign_in(
        self, *, email: str, otp: str, terms_version: t.Optional[str] = None
    ) -> SessionTokens:
        """With the code that ``accounts.request_code`` sends by mail. Later calls use the session."""
        login = {"email": email, "otp": otp}
        if terms_version is not None:
            login["terms_version"] = terms_version
        request = Request("POST", _VERIFY_PATH, {}, json_body(login))
        given = self.with_options(retries=0).send(request, read_json)
        tokens = SessionTokens(given["access"], given["refresh"])
        self._session.replace(tokens)
        return tokens

    def send(self, request: Request, read: Read[Result]) -> Result:
        """Any request of the API, with its repetitions. Raises for an error."""
        ends_at = time.monotonic() + self._total
        has_refreshed = False
        attempt = 0
        while True:
            attempt += 1
            refused = self._session.tokens.access if self._session.tokens else None
            timeout = min(self._timeout, ends_at - time.monotonic())
            try:
                return self._attempt(request, read, timeout, attempt)
            except WeftlineError as error:
                if refused and not has_refreshed and _is_expired(error, request):
                    has_refreshed = True
                    if self._session.refresh(refused, self._request_access):
                        continue
                pause = pause_before(error, attempt)
                is_last = attempt > self._retries or time.monotonic() + pause >= ends_at
                if is_last or not is_worth_repeating(error):
                    raise
            time.sleep(pause)

    def _attempt(
        self, request: Request, read: Read[Result], timeout: float, number: int
    ) -> Result:
        started_at = time.monotonic()
        headers = self._headers_of(request)
        exchange = self._transport.send(request._replace(headers=headers), timeout)
        if self._on_response:
            seconds = time.monotonic() - started_at
            facts = (request.method, request.path, number, exchange.status, exchange.headers)
            self._on_response(ResponseRecord(*facts, seconds))
        if not 200 <= exchange.status < 300:
            raise read_error(exchange.status, exchange.headers, _parse(exchange.read()))
        return read(exchange)

    def _headers_of(self, request: Request) -> t.Mapping[str, str]:
        headers = {"user-agent": f"weftline-python/{__version__}", **self._headers}
        # Two calls have their own credential in the body.
        if request.path not in (_REFRESH_PATH, _VERIFY_PATH):
            if self._session.tokens:
                headers["authorization"] = f"Bearer {self._session.tokens.access}"
            elif self._api_key:
                headers["x-api-key"] = self._api_key
        return {**headers, **request.headers}

    def _request_access(self, refresh: str) -> t.Optional[str]:
        try:
            request = Request("POST", _REFRESH_PATH, {}, json_body({"refresh": refresh}))
            return t.cast(str, self.send(request, read_json)["access"])
        except ApiError as error:
            if error.status == 401:
                return None
            raise

    def close(self) -> None:
        """Closes the connections that are kept for the next call."""
        self._transport.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Self = t.TypeVar("Self", bound=Connection)


def read_json(exchange: Exchange) -> t.Any:
    return json.loads(exchange.read())


def _is_expired(error: Exception, request: Request) -> bool:
    is_refused = isinstance(error, ApiError) and error.code == "token_not_valid"
    return is_refused and request.path != _REFRESH_PATH


def _parse(body: bytes) -> t.Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")
