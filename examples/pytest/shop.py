"""The app under test, a shop that sells the pets of the store."""
import json
import urllib.error
import urllib.request


class Shop:
    def __init__(self, url, key):
        self.url, self.key = url, key

    def for_sale(self):
        return self._send("/pets?status=available")

    def take_in(self, name, category):
        self._send("/pets", json.dumps({"name": name, "categoryId": category}).encode())

    def _send(self, path, body=None, retries=1):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers)) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code == 503 and retries > 0:
                return self._send(path, body, retries - 1)
            raise
