# Parts of the scripts beside it: makes the root file system of an image from Debian packages and
# from this machine's own libraries. Sourced, not run; leaves $work and $root, removed at the end.
set -eu

work=$(mktemp -d)
root=$work/root
trap 'rm -rf "$work"' EXIT
mkdir -p "$root/bin" "$root/etc" "$root/tmp" "$root/usr/lib"
chmod 1777 "$root/tmp"

quiet_apt() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o APT::Sandbox::User=root "$@" >/dev/null; }

# Unpacks packages, and what they need and this machine lacks, into $work/packages; installs nothing.
unpack() {
  mkdir -p "$work/archives/partial" "$work/packages"
  set -- -y --no-install-recommends --reinstall --download-only -o Dir::Cache::archives="$work/archives" install "$@"
  quiet_apt "$@" 2>/dev/null || { quiet_apt update; quiet_apt "$@"; }
  for package in "$work"/archives/*.deb; do dpkg -x "$package" "$work/packages"; done
}

# Copies the shared libraries that the given files need.
libraries() {
  multiarch=$work/packages/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo x86_64-linux-gnu)
  LD_LIBRARY_PATH=$multiarch ldd "$@" 2>/dev/null |
    sed -n 's/.*=> \(\/[^ ]*\).*/\1/p; s/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\).*/\1/p' |
    sort -u | while read -r library; do
    case $library in
      "$root"*) continue ;;
      "$work/packages"*) target=$root${library#"$work/packages"} ;;
      *) target=$root$library ;;
    esac
    [ -e "$target" ] || { mkdir -p "$(dirname "$target")" && cp -L "$library" "$target"; }
  done
}

# Copies libraries by name, which programs load at run time.
named_libraries() {
  for name in "$@"; do
    library=$(ldconfig -p | sed -n "s#.*$name .*=> \(/.*\)#\1#p" | head -n 1)
    [ -n "$library" ] || continue
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
}

# A shell and the small tools that health checks and entry points use.
busybox_tools() {
  command -v busybox >/dev/null || quiet_apt -y install busybox-static
  cp "$(command -v busybox)" "$root/bin/busybox"
  for applet in sh ls cat cp mv mkdir rm touch sleep wget nc id env test chown chmod date du df kill ps grep head ip timeout; do
    ln -sf busybox "$root/bin/$applet"
  done
  named_libraries libnss_files.so.2 libnss_dns.so.2 libresolv.so.2
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
}

# Names the user that the image runs as: NAME ID HOME
user() {
  printf 'root:x:0:0:root:/:/bin/sh\n%s:x:%s:%s::%s:/bin/sh\n' "$1" "$2" "$2" "$3" >"$root/etc/passwd"
  printf 'root:x:0:\n%s:x:%s:\n' "$1" "$2" >"$root/etc/group"
}

# Makes the image: TAG, then docker import's --change values.
import() {
  tag=$1
  shift
  for change in "$@"; do set -- "$@" --change "$change"; shift; done
  tar -C "$root" -c . | docker import "$@" - "$tag" >/dev/null
  printf '%s\n' "$(basename "$0"): $tag, $(docker image inspect --format '{{.Size}}' "$tag" | awk '{printf "%d MB", $1 / 1e6}')" >&2
}
