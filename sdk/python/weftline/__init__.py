"""The client of the Weftline API: ``Weftline().customs.calculate_vehicle(...)``.

Types for annotations are in ``weftline.types``, which nothing else needs to load.
"""

from . import errors, webhooks
from ._body import Upload
from ._calls import OMIT
from ._client import Weftline
from ._connection import ResponseRecord
from ._event_stream import EventStream
from ._list import List
from ._session import SessionTokens
from ._version import __version__
from .errors import ApiError, WeftlineError

__all__ = [
    "OMIT",
    "ApiError",
    "EventStream",
    "List",
    "ResponseRecord",
    "SessionTokens",
    "Upload",
    "Weftline",
    "WeftlineError",
    "__version__",
    "errors",
    "webhooks",
]
