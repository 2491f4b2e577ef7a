#!/bin/sh
# The program under test: how many pets of a status there are, up to a limit, and whether the store takes the key.
#   sh count.sh sold 100
set -eu

if ! pets=$(curl --silent --fail --header "Authorization: Bearer $ANIMAL_STORE_API_KEY" \
  "$ANIMAL_STORE_URL/pets?status=$1&limit=$2"); then
  echo 'The store cannot be asked.'
  exit
fi
# A pet begins with a brace, whatever it has.
echo "$(printf %s "$pets" | tr -cd '{' | wc -c | tr -d ' ') pets are $1."
