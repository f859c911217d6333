"""Bodies of requests, which can be sent again: files are read anew for each attempt."""

from __future__ import annotations

import io
import json
import mimetypes
import os
import secrets
import typing as t

#: Bytes of a file, its path, or an open file.
Upload = t.Union[bytes, "os.PathLike[str]", t.BinaryIO]

_CHUNK_BYTES = 64 * 1024


class Body:
    def __init__(self, parts: t.Sequence[Upload], content_type: str) -> None:
        self._parts = [_Part(part) for part in parts]
        self.headers = {
            "content-type": content_type,
            "content-length": str(sum(part.size for part in self._parts)),
        }

    def __iter__(self) -> t.Iterator[bytes]:
        for part in self._parts:
            yield from part.read()


class _Part:
    def __init__(self, source: Upload) -> None:
        self._source = source
        self._start = 0
        if isinstance(source, (bytes, bytearray, memoryview)):
            self.size = len(source)
        elif isinstance(source, (str, os.PathLike)):
            self.size = os.path.getsize(source)
        else:
            self._start = source.tell()
            self.size = source.seek(0, io.SEEK_END) - self._start

    def read(self) -> t.Iterator[bytes]:
        source = self._source
        if isinstance(source, (bytes, bytearray, memoryview)):
            yield bytes(source)
        elif isinstance(source, (str, os.PathLike)):
            with open(source, "rb") as file:
                yield from iter(lambda: file.read(_CHUNK_BYTES), b"")
        else:
            source.seek(self._start)
            yield from iter(lambda: source.read(_CHUNK_BYTES), b"")


def json_body(value: t.Any) -> Body:
    return Body([json.dumps(value).encode()], "application/json")


def bytes_body(value: Upload) -> Body:
    return Body([value], "application/octet-stream")


def form_body(fields: t.Mapping[str, t.Any]) -> Body:
    boundary = secrets.token_hex(16)
    parts: t.List[Upload] = []
    for name, value in fields.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            label = f"{name}[]" if isinstance(value, (list, tuple)) else name
            head, content = _form_part(label, one)
            parts += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), content, b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return Body(parts, f"multipart/form-data; boundary={boundary}")


def _form_part(name: str, value: t.Any) -> t.Tuple[str, Upload]:
    disposition = f'Content-Disposition: form-data; name="{name}"'
    if isinstance(value, bool):
        return disposition, str(value).lower().encode()
    if isinstance(value, (str, int, float)):
        return disposition, str(value).encode()
    path = value if isinstance(value, os.PathLike) else getattr(value, "name", "file")
    file = os.path.basename(str(path)).replace('"', "%22").replace("\r", "").replace("\n", "")
    media = mimetypes.guess_type(file)[0] or "application/octet-stream"
    return f'{disposition}; filename="{file}"\r\nContent-Type: {media}', value
