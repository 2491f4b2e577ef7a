#!/bin/sh
# The program under test, a shop for the terminal:
#   sh shop.sh list available
#   sh shop.sh add Rex 2
#   sh shop.sh show 1
# It calls the store at $ANIMAL_STORE_URL with the key $ANIMAL_STORE_API_KEY.
set -eu

store() {
  path=$1
  shift
  curl --silent --show-error --header "Authorization: Bearer $ANIMAL_STORE_API_KEY" "$@" "$ANIMAL_STORE_URL$path"
}

case $1 in
  list)
    store "/pets?status=$2&limit=5"
    ;;
  add)
    store /pets --header 'Content-Type: application/json' --data "{\"name\":\"$2\",\"categoryId\":$3,\"status\":\"pending\"}"
    ;;
  show)
    store "/pets/$2" --fail || echo "The shop has no pet $2."
    ;;
esac
