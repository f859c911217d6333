"""What calls take and return, for annotations: ``def show(key: types.ApiKey)``."""

from .generated.types import *
