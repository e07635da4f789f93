#!/bin/sh
# Enrols clients for a load test, drives the running system with them and revokes them again.
# Arguments are those of `checkin loadtest`; without any, rounds end when all is delivered.
set -eu
umask 077

tokens=/tmp/tokens
results=/var/lib/checkin/results

[ $# -gt 0 ] || set -- --dropout-rate 0
rm -rf $results
# Just started, shuffler and aggregator take a moment to answer.
tries=60
until wget -q -O /dev/null http://shuffler-for-operators:9464/readyz &&
  wget -q -O /dev/null http://aggregator-for-operators:9466/healthz; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || { echo "loadtest: shuffler or aggregator is not up" >&2; exit 3; }
  sleep 1
done
checkin clients enrol --count "${LOADTEST_CLIENTS:-2000}" --out $tokens >&2
# A round may count on them, so they go however this ends.
trap 'checkin clients revoke --tokens $tokens >&2' EXIT
checkin loadtest --shuffler shuffler-for-clients:7443 --trust /etc/checkin/operator-shuffler/ca.crt \
  --bundle /etc/checkin/operator-shuffler/bundle.json \
  --token-file $tokens --aggregator aggregator-for-operators:9466 --out $results "$@" &
trap 'kill $!' INT TERM
wait $!
