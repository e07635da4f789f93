#!/bin/sh
# Makes a local base image from this machine's own JDK, for machines that reach no image registry:
#   deploy/offline/base-image.sh [TAG]          (default local/jre17)
# It holds a Java run-time, the shared libraries that it and the native parts need, CA certificates
# and busybox for a shell and health checks.
. "$(dirname "$0")/root.sh"

java=$(readlink -f "$(command -v java)")
jdk=$(dirname "$(dirname "$java")")

# Copied as it is: linking a smaller one takes ten times as long and saves little.
mkdir -p "$root/opt/java" "$root/etc/ssl/certs"
(cd "$jdk" && tar -ch --exclude=src.zip --exclude=ct.sym bin conf lib release) | tar -C "$root/opt/java" -x

find "$root/opt/java" -type f \( -name '*.so' -o -path '*/bin/java' \) >"$work/natives"
# shellcheck disable=SC2046
libraries $(cat "$work/natives")
named_libraries libstdc++.so.6 libgcc_s.so.1 libgomp.so.1 libz.so.1 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1
busybox_tools
[ ! -r /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
user checkin 10001 /var/lib/checkin

import "${1:-local/jre17}" 'ENV JAVA_HOME=/opt/java PATH=/opt/java/bin:/bin'
