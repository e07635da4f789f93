#!/bin/sh
# Makes a local PostgreSQL image from Debian's packages, for machines that reach no image registry:
#   deploy/offline/postgres-image.sh [TAG]      (default local/postgres)
# It takes the same variables as the public image where docker-compose.yml sets them.
. "$(dirname "$0")/root.sh"

version=15
unpack "postgresql-$version" tzdata
home=/usr/lib/postgresql/$version
data=/var/lib/postgresql/data

mkdir -p "$root$home" "$root/usr/share/postgresql" "$root$data" "$root/var/run/postgresql"
cp -r "$work/packages$home/bin" "$work/packages$home/lib" "$root$home/"
cp -r "$work/packages/usr/share/postgresql/$version" "$root/usr/share/postgresql/"
cp -r "$work/packages/usr/share/zoneinfo" "$root/usr/share/"
# Compiling queries needs a library of 100 MB, and none of ours is worth it.
rm -rf "$root$home"/lib/llvmjit.so "$root$home"/lib/bitcode
libraries "$root$home"/bin/postgres "$root$home"/bin/initdb "$root$home"/bin/psql "$root$home"/bin/createdb "$root$home"/lib/*.so
busybox_tools
user postgres 999 "$data"
chown -R 999:999 "$root/var/lib/postgresql" "$root/var/run/postgresql"
chmod 700 "$root$data"
# A tmpfs that is mounted here takes over the mode.
chmod 1777 "$root/var/run/postgresql"

cat >"$root/bin/entrypoint" <<'END'
#!/bin/sh
# Makes the database at the first start, then becomes the server.
set -eu
if [ ! -e "$PGDATA/made" ]; then
  rm -rf "${PGDATA:?}"/*
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" \
    --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C >/dev/null 2>&1
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start >/dev/null
  createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -D "$PGDATA" -m fast -w stop >/dev/null
  touch "$PGDATA/made"
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' "$@"
END
chmod 755 "$root/bin/entrypoint"

import "${1:-local/postgres}" "ENV PATH=$home/bin:/bin PGDATA=$data TZ=UTC" 'USER 999:999' \
  "VOLUME $data" 'ENTRYPOINT ["/bin/entrypoint"]'
