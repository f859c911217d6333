from ._connection import Connection
from .generated.calls import AllCalls


class Weftline(AllCalls, Connection):
    """Every call that customers can make: ``Weftline().keys.list()``."""
