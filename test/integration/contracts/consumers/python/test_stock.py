import os

import pytest

from stock import Rejected, Stock

URL, KEY = os.environ["ANIMAL_STORE_URL"], os.environ["ANIMAL_STORE_API_KEY"]


@pytest.fixture
def stock(request):
    """Each test has a sandbox of its own, which the key selects."""
    return Stock(URL, f"{KEY}.{request.node.name}")


def test_names(stock):
    assert len(stock.names(7)) > 1


def test_adds(stock):
    number = stock.add("Rex", 2)
    assert stock.shelf(number) == "Rex is on shelf 2"


def test_explains(stock):
    with pytest.raises(Rejected, match="(?i)categoryId"):
        stock.add("Rex", None)


def test_misses(stock):
    assert stock.shelf(9007199254740993) is None
