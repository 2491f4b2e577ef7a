#!/bin/sh
# Tests of shop.sh, all or those that are named: sh test.sh lists adds
# Run them with `npm test`, or with `npm run contract`, which records what the shop needs.
set -eu
cd "$(dirname "$0")"

# Each test has a sandbox of its own, which the key selects.
key=$ANIMAL_STORE_API_KEY
shop() {
  ANIMAL_STORE_API_KEY="$key.$test" sh shop.sh "$@"
}

expect() {
  case $1 in
    *"$2"*) echo "passed: $test" ;;
    *)
      echo "failed: $test. Expected $2, got $1"
      exit 1
      ;;
  esac
}

for test in ${@:-lists adds shows misses}; do
  case $test in
    lists) expect "$(shop list sold)" '"status":"sold"' ;;
    adds) expect "$(shop add Rex 2)" '"name":"Rex"' ;;
    shows) expect "$(shop show 1)" '"id":1,' ;;
    misses) expect "$(shop show 9007199254740993)" 'The shop has no pet' ;;
    *) expect "$test" 'lists, adds, shows or misses' ;;
  esac
done
