"""The program under test: the stock list of a pet shop. It needs Python's standard library only."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Rejected(Exception):
    """The store didn't take a pet; the text says why."""


class Stock:
    def __init__(self, url, key):
        self.url, self.key = url, key

    def call(self, path, body=None):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.url + path, data, headers), timeout=10) as response:
            return json.load(response)

    def names(self, limit):
        return sorted(pet["name"] for pet in self.call(f"/pets?limit={limit}"))

    def add(self, name, category):
        try:
            return self.call("/pets", {"name": name, "categoryId": category})["id"]
        except HTTPError as error:
            raise Rejected(json.load(error)["message"] if error.code == 400 else "unknown")

    def shelf(self, number):
        """Where a pet is, or nothing: shelves are numbered by category."""
        try:
            pet = self.call(f"/pets/{number}")
        except HTTPError as error:
            if error.code == 404:
                return None
            raise
        return f"{pet['name']} is on shelf {pet['categoryId']}"
