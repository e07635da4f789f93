#!/bin/sh
# Makes what is missing of certificates and secrets, and gives each role its own and no other:
# every folder below is a volume that only that role mounts.
set -eu
umask 077

keys=/etc/checkin/keys
checkin keys --out $keys \
  --shuffler-host localhost,127.0.0.1,shuffler,shuffler-for-clients,shuffler-for-operators,shuffler-for-aggregator \
  --aggregator-host localhost,127.0.0.1,aggregator,aggregator-for-operators \
  --secret operator.token --secret aggregator.token --secret database.password

give() {
  folder=/etc/checkin/$1
  shift
  for file in "$@"; do cp "$keys/$file" "$folder/$file"; done
}
give shuffler ca.crt revoked.crl shuffler.crt shuffler.key operator.token bundle.json
give aggregator ca.crt revoked.crl aggregator.crt aggregator.key \
  aggregator-client.crt aggregator-client.key aggregator.token signing.json
give operator-shuffler ca.crt revoked.crl operator-shuffler.crt operator-shuffler.key \
  operator.token bundle.json
give operator-aggregator ca.crt revoked.crl operator-aggregator.crt operator-aggregator.key \
  aggregator.token
give clients ca.crt revoked.crl bundle.json
give database database.password
# The database's server runs as a user of its own; nobody else mounts this folder.
chmod 755 /etc/checkin/database
chmod 644 /etc/checkin/database/database.password
