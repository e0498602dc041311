-- The symbols that batches examined without changing their golden records. A program that computes golden records from some
-- of the sources only, for persons who may see no others, reads these symbols again.

CREATE TABLE ipf.unchanged (
    seq bigint NOT NULL,
    -- Empty if the batch examined more than 50,000 symbols. All symbols must then be read again.
    symbol text COLLATE "C" NOT NULL,
    PRIMARY KEY (seq, symbol)
);

-- Writing -----------------------------------------------------------------------------------------------------------------

-- Checks that the tables of ipf.open_stage belong to the owner. If a writer created tables or views with these names,
-- they could run code with the rights of the owner.
CREATE OR REPLACE FUNCTION ipf.check_stage() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF 6 <> (
        SELECT count(*) FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
        WHERE c.relnamespace = pg_my_temp_schema() AND c.relkind = 'r' AND r.rolname = current_user
            AND c.relname IN ('stage', 'touched', 'golden', 'golden_wanted', 'listing_noted', 'rename_found'))
    THEN
        RAISE EXCEPTION 'the temporary tables are not those of ipf.open_stage()' USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$;

-- Creates the temporary tables that a writer fills for the functions below:
--   stage          records of the source, in order; a profile of NULL removes the symbol
--   touched        records that differ from the source's previous records
--   golden         with a policy: golden records; a profile of NULL removes the instrument
--   golden_wanted  with a policy: the symbols whose golden records may change
--   listing_noted  with a policy that matches listings: the listings of records
--   rename_found   renamed symbols
CREATE OR REPLACE FUNCTION ipf.open_stage() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF to_regclass('pg_temp.stage') IS NULL THEN
        CREATE TEMP TABLE stage (ordinal bigint, symbol text COLLATE "C" NOT NULL, profile bytea) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE touched (symbol text COLLATE "C", before bytea, after bytea) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE golden (symbol text COLLATE "C" NOT NULL, source_id integer NOT NULL, profile bytea) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE golden_wanted (number bigint PRIMARY KEY, symbol text COLLATE "C" NOT NULL) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE listing_noted (source_id integer, symbol text COLLATE "C", listing text COLLATE "C") ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE rename_found (old_symbol text COLLATE "C", new_symbol text COLLATE "C", field text, identifier text)
            ON COMMIT DELETE ROWS;
        EXECUTE format('GRANT SELECT ON pg_temp.stage, pg_temp.touched, pg_temp.golden, pg_temp.golden_wanted, '
            'pg_temp.listing_noted TO %I', session_user);
        EXECUTE format('GRANT INSERT ON pg_temp.stage, pg_temp.golden, pg_temp.golden_wanted, pg_temp.listing_noted, '
            'pg_temp.rename_found TO %I', session_user);
    END IF;
    PERFORM ipf.check_stage();
END
$$;

-- Records the symbols that the batch examined without changing their golden records: those of its source, those that share
-- a listing with them, and those that the rules checked. Those that counts held back before and still hold back are left
-- out. `counted_before` contains the symbols that counts held back before the batch; NULL without rules.
CREATE FUNCTION ipf.note_unchanged(counted_before text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    EXECUTE 'WITH examined AS MATERIALIZED (
            SELECT symbol FROM (SELECT symbol FROM pg_temp.touched LIMIT 50001) t
            UNION SELECT symbol FROM (SELECT symbol FROM pg_temp.golden_wanted LIMIT 50001) w
            ' || CASE WHEN counted_before IS NULL THEN '' ELSE 'UNION SELECT symbol FROM (SELECT symbol FROM pg_temp.checked
                WHERE NOT (is_held AND symbol = ANY ($2)) LIMIT 50001) c' END || '
        ), counted AS MATERIALIZED (SELECT count(*) AS number FROM examined)
        INSERT INTO ipf.unchanged (seq, symbol)
        SELECT $1, symbol FROM (SELECT symbol FROM examined EXCEPT SELECT symbol FROM ipf.changes($1 - 1, $1)) e
        WHERE (SELECT number FROM counted) <= 50000
        UNION ALL SELECT $1, '''' FROM counted WHERE number > 50000' USING batch.seq, counted_before;
    -- A node that is more than 100,000 batches behind reads all symbols again, so it needs no older rows.
    DELETE FROM ipf.unchanged WHERE (seq, symbol) IN (
        SELECT u.seq, u.symbol FROM ipf.unchanged u WHERE u.seq < batch.seq - 200000 ORDER BY u.seq, u.symbol LIMIT 10000);
END
$$;

-- As before, but also calls ipf.note_unchanged.
CREATE OR REPLACE FUNCTION ipf.write_golden() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    counted_before text[];
    ended bigint;
    written bigint;
BEGIN
    PERFORM ipf.check_stage();
    IF NOT EXISTS (SELECT 1 FROM ipf.policy) THEN
        TRUNCATE pg_temp.golden;
        IF batch.source_id IS NULL THEN
            INSERT INTO pg_temp.golden (symbol, source_id, profile) SELECT d.symbol, d.source_id, d.profile FROM ipf.differing() d;
        ELSE
            -- The first source with the symbol decides, in the order in which the sources were created. ipf.instrument
            -- names this source, so only records that this source decides, or decided before, are considered.
            EXECUTE 'INSERT INTO pg_temp.golden (symbol, source_id, profile)
                SELECT t.symbol, $1, t.after FROM pg_temp.touched t LEFT JOIN ipf.instrument i ON i.symbol = t.symbol
                WHERE t.after IS NOT NULL AND (i.source_id IS NULL OR i.source_id >= $1)' USING batch.source_id;
            -- The innermost LIMIT makes the server look up one row by the key. Without statistics, it would scan all of
            -- ipf.said for each symbol.
            EXECUTE 'INSERT INTO pg_temp.golden (symbol, source_id, profile)
                SELECT t.symbol, coalesce(w.source_id, 0), w.profile
                FROM pg_temp.touched t JOIN ipf.instrument i ON i.symbol = t.symbol AND i.source_id = $1 LEFT JOIN LATERAL (
                    SELECT s.id AS source_id, d.profile FROM ipf.source s CROSS JOIN LATERAL (
                        SELECT profile FROM ipf.said WHERE source_id = s.id AND symbol = t.symbol LIMIT 1
                    ) d ORDER BY s.id LIMIT 1
                ) w ON true WHERE t.after IS NULL' USING batch.source_id;
        END IF;
    END IF;
    IF (SELECT count(*) FROM (SELECT FROM pg_temp.golden LIMIT 5000) g) = 5000 THEN ANALYZE pg_temp.golden; END IF;
    -- Without rules, an exception can't last, and no record is held back.
    IF EXISTS (SELECT 1 FROM ipf.rule) OR EXISTS (SELECT 1 FROM ipf.held) THEN
        counted_before := ARRAY(SELECT h.symbol FROM ipf.held h WHERE h.by_count);
        PERFORM ipf.apply_rules();
    END IF;
    EXECUTE 'WITH ended AS (
            INSERT INTO ipf.version (symbol, source_id, from_seq, to_seq, until, removed, profile)
            SELECT i.symbol, i.source_id, i.seq, $1, $2, g.profile IS NULL, i.profile
            FROM pg_temp.golden g JOIN ipf.instrument i ON i.symbol = g.symbol WHERE g.profile IS DISTINCT FROM i.profile
            RETURNING removed
        ) SELECT count(*) FROM ended WHERE removed' INTO ended USING batch.seq, batch.at;
    -- If only the deciding source changes, update only source_id.
    EXECUTE 'MERGE INTO ipf.instrument i USING pg_temp.golden g ON i.symbol = g.symbol
        WHEN MATCHED AND g.profile IS NULL THEN DELETE
        WHEN MATCHED AND (i.profile <> g.profile OR i.source_id <> g.source_id) THEN UPDATE SET source_id = g.source_id,
            seq = CASE WHEN i.profile = g.profile THEN i.seq ELSE $1 END, profile = g.profile
        WHEN NOT MATCHED AND g.profile IS NOT NULL THEN INSERT (symbol, source_id, seq, profile)
            VALUES (g.symbol, g.source_id, $1, g.profile)' USING batch.seq;
    EXECUTE 'SELECT count(*) FROM ipf.instrument WHERE seq = $1' INTO written USING batch.seq;
    UPDATE ipf.batch b SET effects = ended + written WHERE b.seq = batch.seq;
    -- The records of a single source are golden records, unless one is held back.
    IF counted_before IS NOT NULL OR (SELECT count(*) FROM ipf.source) > 1 THEN
        PERFORM ipf.note_unchanged(counted_before);
    END IF;
    RETURN ended + written;
END
$$;

-- For the owner -----------------------------------------------------------------------------------------------------------

-- Drops the history of a year and of earlier years, and returns the number of dropped years. Earlier states are then
-- unavailable, and nodes at an earlier batch must compare their whole catalogs with the store.
CREATE OR REPLACE FUNCTION ipf.drop_history(last_year integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    part regclass;
    last_seq bigint;
    dropped integer := 0;
BEGIN
    PERFORM 1 FROM ipf.head FOR UPDATE;
    FOR part IN
        SELECT inhrelid FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
        WHERE inhparent = 'ipf.version'::regclass AND substring(c.relname FROM '\d+$')::integer <= last_year
    LOOP
        EXECUTE format('SELECT max(to_seq) FROM %s', part) INTO last_seq;
        UPDATE ipf.head SET history_from = greatest(history_from, coalesce(last_seq, 0));
        EXECUTE format('DROP TABLE %s', part);
        dropped := dropped + 1;
    END LOOP;
    DELETE FROM ipf.unchanged u USING ipf.head h WHERE u.seq <= h.history_from;
    RETURN dropped;
END
$$;

REVOKE EXECUTE ON FUNCTION ipf.note_unchanged(text[]) FROM PUBLIC;
