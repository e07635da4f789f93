#!/bin/sh
# Makes what is missing of certificates and secrets, and gives each role its own and no other:
# every folder below is a volume that only that role mounts.
set -eu
umask 077

keys=/etc/checkin/keys
checkin keys --out $keys \
  --host localhost,127.0.0.1,shuffler,aggregator,shuffler-for-clients,shuffler-for-operators,shuffler-for-aggregator,aggregator-for-operators \
  --secret operator.token --secret aggregator.token --secret database.password

give() {
  folder=/etc/checkin/$1
  shift
  for file in "$@"; do cp "$keys/$file" "$folder/$file"; done
}
give shuffler ca.crt shuffler.crt shuffler.key operator.token
give aggregator ca.crt aggregator.crt aggregator.key aggregator.token
give operator ca.crt operator.crt operator.key operator.token aggregator.token
give clients ca.crt
give database database.password
# The database's server runs as a user of its own; nobody else mounts this folder.
chmod 755 /etc/checkin/database
chmod 644 /etc/checkin/database/database.password
