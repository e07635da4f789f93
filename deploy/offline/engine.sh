#!/bin/sh
# Brings up a Docker engine with Compose on a Debian machine, as root, from Debian's packages alone.
# Does nothing where an engine already answers. The engine it starts goes on until the machine ends.
set -eu

log=${TMPDIR:-/tmp}/checkin-dockerd.log
plugins=${DOCKER_CONFIG:-$HOME/.docker}/cli-plugins

say() { printf '%s\n' "engine: $*" >&2; }

if ! command -v dockerd >/dev/null && ! docker info >/dev/null 2>&1; then
  say "installing docker.io"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y install docker.io >/dev/null
fi

if ! docker info >/dev/null 2>&1; then
  say "starting dockerd (log: $log)"
  dockerd >"$log" 2>&1 &
  tries=60
  until docker info >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { say "the engine did not answer"; tail -n 5 "$log" >&2; exit 1; }
    sleep 1
  done
fi

if ! docker compose version >/dev/null 2>&1; then
  # The plugins of Debian's next release are static enough for this one. Its source line is made
  # from the machine's own, so that no mirror has to be named here.
  say "installing the Compose and Buildx plugins"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$plugins"
  release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  sources=$work/trixie.sources
  cat /etc/apt/sources.list.d/*.sources 2>/dev/null |
    awk -v RS= -v release="$release" '$0 ~ "Suites:.*" release && !/-security/ { print; exit }' |
    sed 's/^Suites:.*/Suites: trixie/' >"$sources"
  if [ ! -s "$sources" ]; then
    sources=$work/trixie.list
    grep -hE "^deb .* $release " /etc/apt/sources.list | sed "s/ $release / trixie /" >"$sources"
  fi
  apt() { apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::sourcelist="$sources" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" "$@"; }
  apt update
  (cd "$work" && apt download docker-compose docker-buildx)
  for package in "$work"/*.deb; do dpkg -x "$package" "$work/root"; done
  find "$work/root" -type f \( -name docker-compose -o -name docker-buildx \) -exec install -m 755 {} "$plugins/" \;
  docker compose version >/dev/null || { say "the Compose plugin does not run here"; exit 1; }
fi
say "ready: engine $(docker version --format '{{.Server.Version}}'), compose $(docker compose version --short)"
