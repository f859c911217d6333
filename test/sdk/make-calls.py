"""Makes the calls that come as lines of JSON with the client, and prints what it got."""

import json
import sys

from weftline import ApiError, EventStream, List, SessionTokens, Weftline

answers = []


def record(answer):
    answers.append(
        {
            "status": answer.status,
            "path": answer.path,
            "method": answer.method,
            "ignored": answer.headers.get("x-ignored-fields"),
        }
    )


def start(stream):
    """The first answer of a stream that does not end."""
    with stream._open(None):
        return "a stream"


def make(client, call, positional, named, files):
    group, method = call.split(".")
    function = getattr(getattr(client, group), method)
    content = {name: value.encode() for name, value in files.items()}
    result = function(*positional, **named, **content)
    if isinstance(result, List):
        return result.page()
    if isinstance(result, EventStream):
        return start(result)
    return f"{len(result)} bytes" if isinstance(result, bytes) else result


base_url, access = sys.argv[1:]
client = Weftline(
    base_url=base_url, session=SessionTokens(access, "none"), retries=0, on_response=record
)
for line in sys.stdin:
    given = json.loads(line)
    answers.clear()
    positional = [*given["path"], *([given["bytes"].encode()] if given["bytes"] else [])]
    made = {"isError": False}
    try:
        made["result"] = make(client, given["call"], positional, given["named"], given["files"])
    except ApiError as error:
        made = {"isError": True, "result": str(error), "errorBody": error.body}
    except TypeError as error:
        made["result"] = str(error)
    print(json.dumps({**made, "answer": answers[0] if answers else None}), flush=True)
