#!/bin/sh
# Makes a local Prometheus image from Debian's package, for machines that reach no image registry:
#   deploy/offline/prometheus-image.sh [TAG]    (default local/prometheus)
. "$(dirname "$0")/root.sh"

unpack prometheus
mkdir -p "$root/prometheus" "$root/etc/prometheus"
cp "$work/packages/usr/bin/prometheus" "$work/packages/usr/bin/promtool" "$root/bin/"
libraries "$root/bin/prometheus" "$root/bin/promtool"
busybox_tools
user nobody 65534 /prometheus
chown 65534:65534 "$root/prometheus"

import "${1:-local/prometheus}" 'ENV PATH=/bin' 'USER 65534:65534' 'VOLUME /prometheus' \
  'WORKDIR /prometheus' 'ENTRYPOINT ["/bin/prometheus"]'
