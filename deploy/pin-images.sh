#!/bin/sh
# Asks the registries which images the tags of docker-compose.yml mean today, and prints them with
# their digests, as variables for Compose:
#   sh deploy/pin-images.sh >images.env
#   docker compose --env-file .env --env-file images.env up --build
# Needs a registry and the Buildx plugin. An image that cannot be asked for is an error, never left
# out: a file with some digests looks like one with all.
set -eu
cd "$(dirname "$0")/.."

# NAME=IMAGE for every default ${NAME:-IMAGE} that has a tag.
sed -n 's/.*\${\([A-Z]*_IMAGE\):-\([^}]*:[^}]*\)}.*/\1=\2/p' docker-compose.yml | sort -u |
  while IFS='=' read -r name image; do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image") ||
      { echo "pin-images: $image cannot be asked for" >&2; exit 1; }
    case $digest in
      sha256:????????????????????????????????????????????????????????????????) ;;
      *) echo "pin-images: $image has no digest but '$digest'" >&2; exit 1 ;;
    esac
    printf '%s=%s@%s\n' "$name" "$image" "$digest"
  done
