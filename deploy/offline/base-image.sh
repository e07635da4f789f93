#!/bin/sh
# Makes a local base image from this machine's own JDK, for machines that reach no image registry:
#   deploy/offline/base-image.sh [TAG]          (default local/jre17)
#   docker build --build-arg BASE_IMAGE=local/jre17 -f deploy/Dockerfile -t shuffled-checkin .
# It holds a Java run-time, the shared libraries that it and the native parts need, CA certificates
# and busybox for a shell and health checks.
set -eu

tag=${1:-local/jre17}
java=$(readlink -f "$(command -v java)")
jdk=$(dirname "$(dirname "$java")")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

command -v busybox >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get -qq -y install busybox-static >/dev/null

mkdir -p "$root/bin" "$root/etc/ssl/certs" "$root/tmp" "$root/opt" "$root/var/lib/checkin" "$root/usr/lib"
chmod 1777 "$root/tmp"
if [ -d "$jdk/jmods" ]; then
  "$jdk/bin/jlink" --add-modules ALL-MODULE-PATH --strip-debug --no-man-pages --no-header-files \
    --output "$root/opt/java"
else
  cp -rL "$jdk" "$root/opt/java"
fi

# Every library that the run-time needs, then the ones its natives load at run time.
libraries() {
  find "$root/opt/java" -type f \( -name '*.so' -o -path '*/bin/*' \) -exec ldd {} + 2>/dev/null |
    sed -n 's/.*=> \(\/[^ ]*\).*/\1/p; s/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\).*/\1/p'
  for name in libstdc++.so.6 libgcc_s.so.1 libgomp.so.1 libz.so.1 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 \
    libnss_files.so.2 libnss_dns.so.2 libresolv.so.2; do
    ldconfig -p | sed -n "s#.*$name .*=> \(/.*\)#\1#p" | head -n 1
  done
}
libraries | sort -u | while read -r library; do
  case $library in "$root"*) continue ;; esac
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

cp "$(command -v busybox)" "$root/bin/busybox"
for applet in sh ls cat cp mkdir rm sleep wget nc id env test chown chmod date du df kill ps; do
  ln -s busybox "$root/bin/$applet"
done
[ ! -r /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
printf 'root:x:0:0:root:/:/bin/sh\ncheckin:x:10001:10001::/var/lib/checkin:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\ncheckin:x:10001:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"

tar -C "$root" -c . | docker import \
  --change 'ENV JAVA_HOME=/opt/java PATH=/opt/java/bin:/bin' - "$tag" >/dev/null
printf '%s\n' "base-image: $tag, $(docker image inspect --format '{{.Size}}' "$tag" | awk '{printf "%d MB", $1 / 1e6}')" >&2
