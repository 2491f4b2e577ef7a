from shop import Shop

def test_shows_only_the_pets_for_sale(sandbox):
    pets = Shop(sandbox.url, sandbox.key).for_sale()
    assert {pet["status"] for pet in pets} == {"available"}

def test_tries_again_when_the_store_is_closed(sandbox):
    sandbox.force(operation="listPets", code=503, times=1)
    Shop(sandbox.url, sandbox.key).for_sale()
    assert [request["status"] for request in sandbox.requests()] == [503, 200]

def test_adds_a_pet(sandbox):
    Shop(sandbox.url, sandbox.key).take_in("Rex", 2)
    assert sandbox.requests()[0]["json"] == {"name": "Rex", "categoryId": 2}
