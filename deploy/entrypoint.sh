#!/bin/sh
# `checkin` inside the image. A part of the container's memory is left to natives and to the page
# cache of the stores. What the natives unpack goes to /tmp: with a read-only root, mount a tmpfs
# there that may execute.
case ${1:-} in
  aggregator | client | fleet | experiment) modules=@/opt/checkin/modules ;;
  *) modules= ;;
esac
# shellcheck disable=SC2086
exec java $modules -XX:MaxRAMPercentage=60 -XX:+ExitOnOutOfMemoryError \
  -Dfile.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8 -Dsun.stderr.encoding=UTF-8 \
  -Dorg.bytedeco.javacpp.cachedir=/tmp/natives -Duser.home=/tmp -jar /opt/checkin/checkin.jar "$@"
