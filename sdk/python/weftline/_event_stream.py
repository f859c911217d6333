"""Server-sent events."""

from __future__ import annotations

import json
import time
import typing as t

from ._errors import ApiError, WeftlineError
from ._retries import is_worth_repeating, pause_before
from ._transport import Exchange

Event = t.TypeVar("Event")

# The server sends a comment every 20 s: a connection that is silent for longer is dead.
_SILENCE = 65


class EventStream(t.Generic[Event]):
    """``for event in stream``. Leaving the loop ends the connection.

    After an interruption it connects again and continues after the last event; it raises only for
    what waiting can't mend.
    """

    def __init__(
        self,
        open_stream: t.Callable[[t.Optional[str]], Exchange],
        *,
        resumes: bool,
        last_event_id: t.Optional[str] = None,
    ) -> None:
        self._open = open_stream
        self._resumes = resumes
        #: Of the last event: store it to continue after it in another process.
        self.last_event_id = last_event_id

    def __iter__(self) -> t.Iterator[Event]:
        # Since the last event: pauses grow with it.
        attempt = 1
        while True:
            problem: t.Optional[Exception] = None
            try:
                with self._open(self.last_event_id) as exchange:
                    lines = exchange.lines(_SILENCE if self._resumes else None)
                    for identifier, data in read_messages(lines):
                        attempt = 1
                        if identifier is not None:
                            self.last_event_id = identifier
                        if data == "[DONE]":
                            return
                        yield json.loads(data)
            except WeftlineError as error:
                is_final = isinstance(error, ApiError) and not is_worth_repeating(error)
                if is_final or not self._resumes:
                    raise
                problem = error
            if not self._resumes:
                return
            time.sleep(pause_before(problem, attempt))
            attempt += 1


def read_messages(
    lines: t.Iterable[bytes],
) -> t.Iterator[t.Tuple[t.Optional[str], str]]:
    """The id, if there is one, and the data of each message. What has no end is no message."""
    fields: t.List[t.Tuple[str, str]] = []
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            fields.append((name, value[1:] if value.startswith(" ") else value))
            continue
        data = "\n".join(value for name, value in fields if name == "data")
        identifiers = [value for name, value in fields if name == "id"]
        fields = []
        if data:
            yield (identifiers[-1] if identifiers else None), data
