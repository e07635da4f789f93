-- One run per database. ${bytes} is BLOB on SQLite and BYTEA on PostgreSQL.

CREATE TABLE run (
  only_row      SMALLINT PRIMARY KEY CHECK (only_row = 1),
  id            ${bytes} NOT NULL,
  configuration TEXT NOT NULL,
  created       TEXT NOT NULL,
  command       TEXT NOT NULL CHECK (command IN ('TRAIN', 'PAUSE', 'END')),
  writer        TEXT NOT NULL,
  writes        BIGINT NOT NULL
);

-- Append only. The entry's bytes are what is hashed; the head is the chain after it.
CREATE TABLE ledger (
  sequence BIGINT PRIMARY KEY,
  entry    ${bytes} NOT NULL,
  head     ${bytes} NOT NULL
);

CREATE TABLE round (
  number        BIGINT PRIMARY KEY REFERENCES ledger (sequence),
  state         TEXT NOT NULL CHECK (state IN ('CHARGED', 'OPENED', 'COMMITTED', 'DISCARDED')),
  announcement  ${bytes} NOT NULL,
  model_version BIGINT NOT NULL,
  secret_key    ${bytes},
  disposition   TEXT NOT NULL,
  reports       BIGINT NOT NULL,
  aggregated    BIGINT NOT NULL,
  result        TEXT NOT NULL,
  settled       SMALLINT NOT NULL,
  -- The private key exists exactly while the outcome is undecided.
  CHECK ((secret_key IS NULL) = (state IN ('COMMITTED', 'DISCARDED')))
);

CREATE TABLE rejection (
  round   BIGINT NOT NULL REFERENCES round (number),
  reason  TEXT NOT NULL,
  reports BIGINT NOT NULL,
  PRIMARY KEY (round, reason)
);

CREATE TABLE model (
  version    BIGINT PRIMARY KEY,
  parameters ${bytes} NOT NULL,
  memory     ${bytes} NOT NULL
);

CREATE TABLE evaluation (
  round    BIGINT PRIMARY KEY REFERENCES round (number),
  accuracy DOUBLE PRECISION NOT NULL,
  loss     DOUBLE PRECISION NOT NULL
);
