#!/bin/sh
# sh scripts/serve.sh <program>: replaces itself by a program of the server.
# For glibc: buffers of pictures are returned to the system instead of staying in a heap per thread.
# Existing values are kept.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-32768}"
# Node's compile cache.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/server}"
exec node "$@"
