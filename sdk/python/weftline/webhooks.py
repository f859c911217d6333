"""Signatures of Standard Webhooks: https://www.standardwebhooks.com"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
import typing as t

from ._errors import WeftlineError

if t.TYPE_CHECKING:
    from .generated.types import WebhookEvent

Body = t.Union[str, bytes]


class WebhookVerificationError(WeftlineError):
    pass


def verify_webhook(
    *,
    headers: t.Mapping[str, t.Any],
    body: Body,
    secret: t.Union[str, t.Sequence[str]],
    tolerance: float = 300,
) -> WebhookEvent:
    """Returns the event, or raises WebhookVerificationError.

    Args:
        headers: As your framework has them; names may have any case.
        body: As it came: parsed and printed again it has another signature.
        secret: ``whsec_...``; several while a secret is being replaced.
        tolerance: How many seconds old or ahead a webhook may be.
    """
    by_name = {str(name).lower(): str(value) for name, value in headers.items()}
    identifier, timestamp, signatures = (
        _read_header(by_name, name)
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    seconds = int(timestamp) if timestamp.isdecimal() else 0
    if abs(time.time() - seconds) > tolerance:
        raise WebhookVerificationError(f"The webhook is not of the last {tolerance:g} s.")
    for one in [secret] if isinstance(secret, str) else secret:
        expected = _sign(identifier, timestamp, body, one)
        for signature in signatures.split(" "):
            if hmac.compare_digest(signature.encode(), expected.encode()):
                return t.cast("WebhookEvent", json.loads(body))
    raise WebhookVerificationError("No signature is that of the secret.")


def sign_webhook(
    *, id: str, body: Body, secret: str, timestamp: t.Optional[int] = None
) -> t.Dict[str, str]:
    """The headers of a webhook, for tests of what receives it. ``timestamp`` is in seconds."""
    seconds = str(int(time.time()) if timestamp is None else timestamp)
    return {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": seconds,
        "webhook-signature": _sign(id, seconds, body, secret),
    }


def _read_header(headers: t.Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value


def _sign(identifier: str, timestamp: str, body: Body, secret: str) -> str:
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{identifier}.{timestamp}.".encode() + content
    digest = hmac.new(_decode_secret(secret), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _decode_secret(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not whsec_ and base64.")
    return key
