#!/bin/sh
# sh scripts/run.sh <need> <command>: makes this folder ready (scripts/prepare.mjs says for what),
# then becomes the command, on the Node that comes with the packages. npm puts its folder on PATH.
set -e
node scripts/prepare.mjs "$1"
shift
hash -r
exec "$@"
