"""Makes requests of the generated rows.

A row is ``POST /apix/things/{id}/{?rates,format} json key``: the method, the address with the
names of its query, and words: ``json``, ``form`` or ``bytes`` for the body, ``key`` for an
idempotency key, ``list`` for pages, ``events`` for a stream that is resumed.
"""

from __future__ import annotations

import json
import re
import typing as t
import urllib.parse
import uuid

from ._body import Body, bytes_body, form_body, json_body
from ._connection import Connection
from ._event_stream import EventStream
from ._list import List
from ._transport import Exchange, Request

Values = t.Mapping[str, t.Any]


class _Omit:
    def __repr__(self) -> str:
        return "OMIT"


#: The value of an argument that is not sent. None is sent, as null.
OMIT: t.Any = _Omit()


class Group:
    """Calls about one noun or one area."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _call(self, row: str, arguments: Values) -> t.Any:
        method, address, *words = row.split()
        values = {
            # `from` is a word of Python, so its argument is `from_`.
            name.rstrip("_"): value
            for name, value in arguments.items()
            if name != "self" and value is not OMIT
        }
        key = values.pop("idempotency_key", None)
        last_event_id = values.pop("last_event_id", None)
        path, query = _fill(address, values)
        headers = {}
        if "key" in words:
            headers["idempotency-key"] = key or str(uuid.uuid4())
        request = Request(method, path, headers, _encode(words, values))
        if "events" in words:
            return self._follow(_add_query(request, query), last_event_id)
        if "list" in words and query.get("format", "json") == "json":
            return List(lambda chosen: self._send(_add_query(request, chosen)), query)
        return self._send(_add_query(request, query))

    def _send(self, request: Request) -> t.Any:
        return self._connection.send(request, _read_result)

    def _follow(self, request: Request, last_event_id: t.Optional[str]) -> t.Any:
        def open_stream(last: t.Optional[str]) -> Exchange:
            headers = {} if last is None else {"last-event-id": last}
            return self._connection.send(request._replace(headers=headers), lambda one: one)

        return EventStream[t.Any](open_stream, resumes=True, last_event_id=last_event_id)


def _fill(address: str, values: t.Dict[str, t.Any]) -> t.Tuple[str, Values]:
    """The path and the query of a row. What is left of the values is the body."""
    path, _, names = address.partition("{?")

    def take(found: t.Match[str]) -> str:
        return urllib.parse.quote(str(values.pop(found.group(1))), safe="")

    filled = re.sub(r"\{(\w+)\}", take, path)
    query = {name: values.pop(name) for name in names[:-1].split(",") if name in values}
    return filled, {name: value for name, value in query.items() if value is not None}


def _add_query(request: Request, query: Values) -> Request:
    if not query:
        return request
    pairs = {name: _to_text(value) for name, value in query.items()}
    return request._replace(path=f"{request.path}?{urllib.parse.urlencode(pairs)}")


def _to_text(value: t.Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(str(one) for one in value)
    return str(value)


def _encode(words: t.Sequence[str], values: Values) -> t.Optional[Body]:
    if "json" in words:
        return json_body(values)
    if "form" in words:
        return form_body(values)
    return bytes_body(values["body"]) if "bytes" in words else None


def _read_result(exchange: Exchange) -> t.Any:
    """JSON as a value, events as a stream, nothing as None, and everything else as bytes."""
    media = exchange.headers.get("content-type", "")
    if "event-stream" in media:
        return EventStream[t.Any](lambda _: exchange, resumes=False)
    body = exchange.read()
    if exchange.status == 204:
        return None
    return json.loads(body) if "json" in media else body
