#!/bin/sh
# Tests of count.sh, all or those that are named.
set -eu
cd "$(dirname "$0")"

for test in ${@:-counts asks}; do
  case $test in
    counts) got=$(sh count.sh sold 100) expected='[1-9]* pets are sold.' ;;
    asks) got=$(ANIMAL_STORE_API_KEY=wrong sh count.sh sold 100) expected='The store cannot be asked.' ;;
  esac
  case $got in
    $expected) ;;
    *) echo "failed: $test. Expected $expected, got $got" && exit 1 ;;
  esac
done
