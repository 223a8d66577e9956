#!/bin/sh
# sh scripts/run.sh <need> <command>: prepares this folder (see scripts/prepare.mjs), then replaces
# itself by the command, with the Node of the packages, whose folder npm puts on PATH.
set -e
node scripts/prepare.mjs "$@" || { code=$?; [ "$code" -eq 3 ] && exit 0; exit "$code"; }
shift
hash -r
exec "$@"
