"""When a request is worth repeating, and how long to wait before."""

from __future__ import annotations

import random

from ._errors import ApiError, NoResponseError

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0


def is_worth_repeating(error: Exception) -> bool:
    if isinstance(error, ApiError):
        is_busy = error.status in (408, 429) or error.status >= 500
        return is_busy or error.code == "idempotency_in_flight"
    return isinstance(error, NoResponseError)


def pause_before(error: Exception | None, attempt: int) -> float:
    """What the server asks for, and a little more so that not all clients come back at once;
    otherwise any time up to a bound that doubles ("full jitter")."""
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is not None:
        return asked + random.uniform(0, FIRST_PAUSE)
    return random.uniform(0, min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt))
