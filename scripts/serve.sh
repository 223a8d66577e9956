#!/bin/sh
# sh scripts/serve.sh <program>: becomes a program of the server.
# For glibc: buffers of pictures go back to the system instead of staying in a heap per thread.
# Values that are set already stay.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-32768}"
# Node caches the stripped and compiled sources here.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/server}"
exec node "$@"
