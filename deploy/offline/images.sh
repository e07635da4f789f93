#!/bin/sh
# Makes every base image that docker-compose.yml needs, where no image registry is reachable. Then:
#   docker compose --env-file deploy/offline/compose.env up --build
set -eu
here=$(dirname "$0")
for image in base postgres prometheus; do sh "$here/$image-image.sh"; done
