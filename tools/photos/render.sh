#!/bin/sh
# Renders scenes one after the other: render.sh <width> <samples> <minutes at most for each> <scene>…
set -e
width=$1 samples=$2 minutes=$3
shift 3
for scene in "$@"; do
  blender -b -t 2 -P tools/photos/blender/render.py -- "$scene" "$width" "$samples" "$minutes" |
    grep -E '^(Error|Traceback|  File|[a-z]+(-[a-z]+)?: [0-9])' || true
done
