from __future__ import annotations

import typing as t

__all__ = [
    "ApiError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "LimitError",
    "NoResponseError",
    "NotFoundError",
    "PermissionDeniedError",
    "ResponseTimeoutError",
    "ServerError",
    "UnprocessableError",
    "WeftlineError",
]


class WeftlineError(Exception):
    """All that this package raises by itself."""


class NoResponseError(WeftlineError):
    """The network failed, or the response broke off. ``__cause__`` says how."""


class ResponseTimeoutError(NoResponseError):
    """No response within ``timeout``."""


class ApiError(WeftlineError):
    """A response that is an error. Decide by class or ``code``; the sentence is for people."""

    def __init__(self, status: int, headers: t.Mapping[str, str], body: t.Any) -> None:
        # Calls of OpenAI's clients have their errors in an object of this name.
        outer = body if isinstance(body, dict) else {}
        inner = outer["error"] if isinstance(outer.get("error"), dict) else outer
        message = inner.get("detail") or inner.get("message")
        fields = _read_fields(outer) if status == 400 and not message else None
        super().__init__(message or (_list_messages(fields) if fields else f"HTTP status {status}"))
        self.status = status
        self.headers = headers
        #: As it came: parsed if it is JSON, otherwise text.
        self.body = body
        #: Fields of the request that are not valid, with messages for each.
        self.fields: t.Optional[t.Dict[str, t.Any]] = fields
        #: ``invalid_input`` where the response names fields instead of a code.
        self.code: str = inner.get("code") or ("invalid_input" if fields else f"http_{status}")
        self.request_id: t.Optional[str] = headers.get("x-request-id") or inner.get("request_id")
        #: The page that explains the code.
        self.help: t.Optional[str] = inner.get("help")
        #: Seconds to wait.
        self.retry_after = _read_seconds(headers.get("retry-after", inner.get("retry_after")))


class BadRequestError(ApiError):
    """400: the request is not as the call wants it, or not possible now."""


class AuthenticationError(ApiError):
    """401: the credential is missing or not valid."""


class PermissionDeniedError(ApiError):
    """403: the credential is valid and may not do this."""


class NotFoundError(ApiError):
    """404"""


class ConflictError(ApiError):
    """409: the state of an object, or another request with the same idempotency key."""


class UnprocessableError(ApiError):
    """422: the request is well-formed and can't be done, such as audio that no decoder knows."""


class LimitError(ApiError):
    """429: too many requests, or a quota that is used up."""


class ServerError(ApiError):
    """500 and above."""


def _read_fields(body: t.Dict[str, t.Any]) -> t.Optional[t.Dict[str, t.Any]]:
    """An error of the whole request may have a code beside its ``non_field_errors``."""
    fields = {name: value for name, value in body.items() if isinstance(value, (dict, list))}
    return fields or None


def _list_messages(value: t.Any, at: str = "") -> str:
    """``email: Enter a valid email address.``"""
    if isinstance(value, str):
        return f"{at}: {value}" if at else value
    is_list = isinstance(value, list)
    messages = []
    for name, inner in enumerate(value) if is_list else value.items():
        if inner is None:
            continue
        is_message = is_list and isinstance(inner, str)
        inside = at if is_message or name == "non_field_errors" else f"{at}.{name}".lstrip(".")
        messages.append(_list_messages(inner, inside))
    return " ".join(messages)


def _read_seconds(value: t.Any) -> t.Optional[float]:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
