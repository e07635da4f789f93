-- Reports that were pledged and did not arrive, as the shuffler tells at the close.
ALTER TABLE round ADD COLUMN missing BIGINT NOT NULL DEFAULT 0;
