"""Errors: a class for each kind of status, and one for each code."""

from __future__ import annotations

import typing as t

from ._errors import *
from .generated.error_codes import *
from .generated.error_codes import classes_by_code

_classes_by_status: t.Dict[int, t.Type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableError,
    429: LimitError,
}


def read_error(status: int, headers: t.Mapping[str, str], body: t.Any) -> ApiError:
    """The error of a response. A code that this version does not know has the class of its status."""
    of_status = _classes_by_status.get(status, ServerError if status >= 500 else ApiError)
    error = of_status(status, headers, body)
    of_code = classes_by_code.get(error.code)
    return of_code(status, headers, body) if of_code and issubclass(of_code, of_status) else error
