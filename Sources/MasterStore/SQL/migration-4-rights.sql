-- Writers change the store only by functions, in batches that are logged. They have no right to write the tables.

-- The sources that each role may load. A source of NULL means that the role may load all sources, set policies and make
-- repairs. The owner may do all of this without a row.
CREATE TABLE ipf.writer (
    role name NOT NULL,
    source text COLLATE "C" CHECK (source ~ '^[A-Za-z0-9._-]{1,64}$'),
    UNIQUE NULLS NOT DISTINCT (role, source)
);

-- Returns a hash of a record.
CREATE FUNCTION ipf.hash(symbol text, profile bytea) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT pg_catalog.hash_record_extended(ROW(symbol, profile), 0) $$;

-- The exclusive or of the hashes of all records of the source, as written by batches. `ipf master verify` compares it
-- with the records. NULL after a repair, until the source is loaded again.
ALTER TABLE ipf.source ADD COLUMN sum bigint DEFAULT 0;
CREATE FUNCTION ipf.sum_of(source integer) RETURNS bigint LANGUAGE sql STABLE AS
$$ SELECT coalesce(bit_xor(ipf.hash(symbol, profile)), 0) FROM ipf.saying WHERE source_id = source $$;
UPDATE ipf.source SET sum = ipf.sum_of(id);

-- Contains a row while the first load of the store is in progress.
CREATE TABLE ipf.first_load (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row));

-- Returns, for stores without a policy, the records that ipf.instrument should have but does not: those of the first
-- source with the symbol. A profile of NULL means that no source has the symbol.
CREATE FUNCTION ipf.differing() RETURNS TABLE (symbol text, source_id integer, profile bytea) LANGUAGE sql STABLE AS $$
    SELECT coalesce(i.symbol, w.symbol), coalesce(w.source_id, 0), w.profile FROM ipf.instrument i
    FULL JOIN (SELECT DISTINCT ON (symbol) * FROM ipf.saying ORDER BY symbol, source_id) w ON w.symbol = i.symbol
    WHERE w.profile IS DISTINCT FROM i.profile OR w.source_id IS DISTINCT FROM i.source_id
$$;

-- Rights ------------------------------------------------------------------------------------------------------------------

-- Returns whether the session's role may load a source, or all sources for NULL.
CREATE FUNCTION ipf.may_load(source_name text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_has_role(session_user, current_user, 'MEMBER') OR EXISTS (
        SELECT 1 FROM ipf.writer w JOIN pg_roles r ON r.rolname = w.role
        WHERE pg_has_role(session_user, r.oid, 'MEMBER') AND (w.source IS NULL OR w.source = source_name))
$$;

CREATE FUNCTION ipf.check_load(source_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    allowed text;
BEGIN
    IF ipf.may_load(source_name) THEN RETURN; END IF;
    SELECT string_agg(DISTINCT w.source, ', ' ORDER BY w.source) INTO allowed FROM ipf.writer w JOIN pg_roles r ON r.rolname = w.role
    WHERE pg_has_role(session_user, r.oid, 'MEMBER');
    RAISE EXCEPTION 'role % may not %; it may load %', session_user,
        CASE WHEN source_name IS NULL THEN 'change what belongs to all sources' ELSE 'load the source ' || source_name END,
        coalesce(allowed, 'nothing')
    USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE FUNCTION ipf.check_batch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM ipf.check_load((SELECT name FROM ipf.source WHERE id = NEW.source_id));
    RETURN NEW;
END
$$;
CREATE TRIGGER check_batch BEFORE INSERT ON ipf.batch FOR EACH ROW EXECUTE FUNCTION ipf.check_batch();

-- Rejects a commit before ipf.end_first_load, so that the right that ipf.begin_first_load grants never outlasts the
-- transaction.
CREATE FUNCTION ipf.check_first_load() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM ipf.first_load) THEN RAISE EXCEPTION 'the first load has no end: call ipf.end_first_load()'; END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER check_first_load AFTER INSERT ON ipf.first_load DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION ipf.check_first_load();

-- Returns the batch that this transaction has begun.
CREATE FUNCTION ipf.this_batch() RETURNS ipf.batch
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found ipf.batch;
BEGIN
    SELECT * INTO found FROM ipf.batch b
    WHERE b.seq = (SELECT h.seq FROM ipf.head h) AND b.xmin = pg_current_xact_id()::xid;
    IF found.seq IS NULL THEN RAISE EXCEPTION 'this transaction has begun no batch: call ipf.begin_batch'; END IF;
    RETURN found;
END
$$;

-- Checks that the tables of ipf.open_stage belong to the owner. If a writer created tables or views with these names,
-- they could run code with the rights of the owner.
CREATE FUNCTION ipf.check_stage() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF 5 <> (
        SELECT count(*) FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
        WHERE c.relnamespace = pg_my_temp_schema() AND c.relkind = 'r' AND r.rolname = current_user
            AND c.relname IN ('stage', 'touched', 'golden', 'listing_noted', 'rename_found'))
    THEN
        RAISE EXCEPTION 'the temporary tables are not those of ipf.open_stage()' USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$;

-- Writing -----------------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION ipf.source_id(source_name text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found integer;
BEGIN
    PERFORM ipf.check_load(source_name);
    SELECT id INTO found FROM ipf.source WHERE name = source_name;
    IF found IS NOT NULL THEN RETURN found; END IF;
    -- Lock the head, so that exactly one source is the first.
    PERFORM 1 FROM ipf.head FOR UPDATE;
    INSERT INTO ipf.source (name, stands_in_instrument)
    SELECT source_name, NOT sayings_apart AND NOT EXISTS (SELECT 1 FROM ipf.source) FROM ipf.head
    ON CONFLICT (name) DO NOTHING;
    SELECT id INTO found FROM ipf.source WHERE name = source_name;
    RETURN found;
END
$$;

-- Creates the temporary tables that a writer fills for the functions below:
--   stage          records of the source, in order; a profile of NULL removes the symbol
--   touched        records that differ from the source's previous records
--   golden         with a policy: golden records; a profile of NULL removes the instrument
--   listing_noted  with a policy that matches listings: the listings of records
--   rename_found   renamed symbols
CREATE FUNCTION ipf.open_stage() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF to_regclass('pg_temp.stage') IS NULL THEN
        CREATE TEMP TABLE stage (ordinal bigint, symbol text COLLATE "C" NOT NULL, profile bytea) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE touched (symbol text COLLATE "C", before bytea, after bytea) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE golden (symbol text COLLATE "C" NOT NULL, source_id integer NOT NULL, profile bytea) ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE listing_noted (source_id integer, symbol text COLLATE "C", listing text COLLATE "C") ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE rename_found (old_symbol text COLLATE "C", new_symbol text COLLATE "C", field text, identifier text)
            ON COMMIT DELETE ROWS;
        EXECUTE format('GRANT SELECT ON pg_temp.stage, pg_temp.touched, pg_temp.golden, pg_temp.listing_noted TO %I', session_user);
        EXECUTE format(
            'GRANT INSERT ON pg_temp.stage, pg_temp.golden, pg_temp.listing_noted, pg_temp.rename_found TO %I', session_user);
    END IF;
    PERFORM ipf.check_stage();
END
$$;

-- Finds the records of `stage` that differ from the current records of the batch's source, stores them in `touched`,
-- and updates the source's records. Dynamic statements are planned at each call, because the sizes of the tables vary
-- greatly.
CREATE FUNCTION ipf.apply_stage(
    staged bigint, has_repeated boolean, removes_rest boolean, OUT added bigint, OUT changed bigint, OUT removed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    stands boolean;
    sayings text;
    rows text;
BEGIN
    PERFORM ipf.check_stage();
    SELECT stands_in_instrument INTO STRICT stands FROM ipf.source WHERE id = batch.source_id;
    sayings := CASE WHEN stands THEN 'ipf.instrument' ELSE 'ipf.said' END;
    rows := CASE WHEN has_repeated
        -- The last record of each symbol.
        THEN '(SELECT DISTINCT ON (symbol) symbol, profile FROM pg_temp.stage ORDER BY symbol, ordinal DESC)'
        ELSE 'pg_temp.stage' END;
    IF staged >= 5000 THEN ANALYZE pg_temp.stage; END IF;
    EXECUTE format(
        'INSERT INTO pg_temp.touched (symbol, before, after) SELECT n.symbol, b.profile, n.profile FROM %s n
        LEFT JOIN %s b ON b.source_id = %s AND b.symbol = n.symbol WHERE b.profile IS DISTINCT FROM n.profile',
        rows, sayings, batch.source_id);
    IF removes_rest THEN
        EXECUTE format(
            'INSERT INTO pg_temp.touched (symbol, before, after) SELECT b.symbol, b.profile, NULL FROM %s b
            WHERE b.source_id = %s AND NOT EXISTS (SELECT 1 FROM pg_temp.stage s WHERE s.symbol = b.symbol)',
            sayings, batch.source_id);
    END IF;
    EXECUTE 'SELECT count(*) FILTER (WHERE before IS NULL), count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL),
        count(*) FILTER (WHERE after IS NULL) FROM pg_temp.touched' INTO added, changed, removed;
    IF added + changed + removed = 0 THEN RETURN; END IF;
    IF added + changed + removed >= 5000 THEN ANALYZE pg_temp.touched; END IF;
    IF NOT stands THEN
        EXECUTE format(
            'DELETE FROM ipf.said b USING pg_temp.touched t WHERE b.source_id = %s AND b.symbol = t.symbol AND t.after IS NULL',
            batch.source_id);
        EXECUTE format(
            'INSERT INTO ipf.said (source_id, symbol, profile) SELECT %s, symbol, after FROM pg_temp.touched WHERE after IS NOT NULL
            ON CONFLICT (source_id, symbol) DO UPDATE SET profile = excluded.profile', batch.source_id);
    END IF;
    UPDATE ipf.batch b SET added = b.added + apply_stage.added, changed = b.changed + apply_stage.changed,
        removed = b.removed + apply_stage.removed WHERE b.seq = batch.seq;
    UPDATE ipf.source s SET instruments = s.instruments + apply_stage.added - apply_stage.removed,
        sum = s.sum # (SELECT bit_xor(coalesce(CASE WHEN t.before IS NOT NULL THEN ipf.hash(t.symbol, t.before) END, 0)
            # coalesce(CASE WHEN t.after IS NOT NULL THEN ipf.hash(t.symbol, t.after) END, 0)) FROM pg_temp.touched t)
    WHERE s.id = batch.source_id;
END
$$;

-- Stores the listings of records in ipf.said.
CREATE FUNCTION ipf.note_listings() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    PERFORM ipf.check_stage();
    EXECUTE 'UPDATE ipf.said s SET listing = n.listing FROM pg_temp.listing_noted n
        WHERE s.source_id = n.source_id AND s.symbol = n.symbol AND s.listing IS DISTINCT FROM n.listing
            AND ($1 IS NULL OR s.source_id = $1)' USING batch.source_id;
END
$$;

-- Records renames among the symbols that the batch touched.
CREATE FUNCTION ipf.note_renames() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    PERFORM ipf.check_stage();
    EXECUTE 'INSERT INTO ipf.rename (seq, source_id, old_symbol, new_symbol, field, identifier)
        SELECT $1, $2, f.old_symbol, f.new_symbol, f.field, f.identifier FROM pg_temp.rename_found f
        WHERE f.old_symbol IN (SELECT symbol FROM pg_temp.touched) AND f.new_symbol IN (SELECT symbol FROM pg_temp.touched)'
    USING batch.seq, batch.source_id;
END
$$;

-- Writes the golden records of the symbols that the batch touched, adds the previous ones to the history, and returns
-- the number of changed instruments. With a policy, the program computes the golden records and stores them in
-- `golden`.
CREATE FUNCTION ipf.write_golden() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
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
    RETURN ended + written;
END
$$;

-- Called before the instruments of an empty store are written. The indexes are created after the rows, which is faster
-- than updating them with each row. Until ipf.end_first_load, the writer may insert symbols and profiles of the batch's
-- source only. ipf.end_first_load adds the rest of `stage`. Other sessions wait until the end of the transaction.
CREATE OR REPLACE FUNCTION ipf.begin_first_load() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    PERFORM 1 FROM ipf.source WHERE id = batch.source_id AND stands_in_instrument;
    IF NOT FOUND THEN RAISE EXCEPTION 'the source is not the first one'; END IF;
    LOCK TABLE ipf.instrument IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT 1 FROM ipf.instrument) THEN RAISE EXCEPTION 'ipf.instrument is not empty'; END IF;
    ALTER TABLE ipf.instrument DROP CONSTRAINT instrument_pkey;
    DROP INDEX ipf.instrument_seq;
    INSERT INTO ipf.first_load DEFAULT VALUES;
    EXECUTE format('ALTER TABLE ipf.instrument ALTER source_id SET DEFAULT %s, ALTER seq SET DEFAULT %s', batch.source_id, batch.seq);
    EXECUTE format('GRANT INSERT (symbol, profile) ON ipf.instrument TO %I', session_user);
END
$$;

DROP FUNCTION ipf.end_first_load();
CREATE FUNCTION ipf.end_first_load() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    is_empty CONSTANT boolean := NOT EXISTS (SELECT 1 FROM ipf.instrument);
    last_staged CONSTANT text := 'INSERT INTO ipf.instrument (symbol, profile) SELECT symbol, profile
        FROM (SELECT DISTINCT ON (symbol) symbol, profile FROM pg_temp.stage ORDER BY symbol, ordinal DESC) s
        WHERE profile IS NOT NULL ORDER BY symbol';
    written bigint;
    hashes bigint;
BEGIN
    PERFORM ipf.check_stage();
    DELETE FROM ipf.first_load;
    IF NOT FOUND THEN RAISE EXCEPTION 'no first load has begun: call ipf.begin_first_load()'; END IF;
    EXECUTE format('REVOKE INSERT (symbol, profile) ON ipf.instrument FROM %I', session_user);
    IF is_empty THEN EXECUTE last_staged; END IF;
    ALTER TABLE ipf.instrument ADD CONSTRAINT instrument_pkey PRIMARY KEY (symbol);
    IF NOT is_empty AND EXISTS (SELECT 1 FROM pg_temp.stage) THEN
        DELETE FROM ipf.instrument i USING pg_temp.stage s WHERE i.symbol = s.symbol;
        EXECUTE last_staged;
    END IF;
    ALTER TABLE ipf.instrument ALTER source_id DROP DEFAULT, ALTER seq DROP DEFAULT;
    CREATE INDEX instrument_seq ON ipf.instrument (seq);
    SELECT count(*), coalesce(bit_xor(ipf.hash(symbol, profile)), 0) INTO written, hashes FROM ipf.instrument;
    UPDATE ipf.batch b SET added = written, effects = written WHERE b.seq = batch.seq;
    UPDATE ipf.source s SET instruments = written, sum = hashes WHERE s.id = batch.source_id;
    RETURN written;
END
$$;

-- Adds digests of the batch's source.
CREATE FUNCTION ipf.put_digests(part integer, entries bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    INSERT INTO ipf.digest (source_id, part, entries) VALUES (batch.source_id, put_digests.part, put_digests.entries);
END
$$;

CREATE FUNCTION ipf.forget_digests() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    DELETE FROM ipf.digest d WHERE d.source_id = batch.source_id;
END
$$;

-- Puts a policy in force. The caller must then fill `golden` by this policy.
CREATE FUNCTION ipf.set_policy(policy text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    PERFORM ipf.check_load(NULL);
    PERFORM ipf.keep_sayings_apart();
    INSERT INTO ipf.policy (seq, text) VALUES (batch.seq, set_policy.policy);
END
$$;

-- Deletes the digests and validators of a source, so that its next load compares all records that it reads.
CREATE FUNCTION ipf.repair_source(source integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM ipf.this_batch();
    PERFORM ipf.check_load(NULL);
    DELETE FROM ipf.digest d WHERE d.source_id = source;
    UPDATE ipf.source s SET notes = '{}', instruments = (SELECT count(*) FROM ipf.saying a WHERE a.source_id = s.id),
        sum = CASE WHEN s.sum = ipf.sum_of(s.id) THEN s.sum END
    WHERE s.id = source;
END
$$;

-- Records how much was read for a batch, before its commit. The functions above have already recorded the changes. At
-- the commit, sessions that LISTEN to ipf_head receive its epoch and number.
CREATE OR REPLACE FUNCTION ipf.end_batch(
    batch_seq bigint, records bigint, rejected bigint, added bigint, changed bigint, removed bigint, effects bigint,
    is_complete boolean, notes jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    done ipf.batch;
BEGIN
    UPDATE ipf.batch b
    SET records = end_batch.records, rejected = end_batch.rejected, is_complete = end_batch.is_complete,
        notes = coalesce(end_batch.notes, '{}')
    WHERE b.seq = batch_seq AND b.seq = batch.seq
    RETURNING * INTO STRICT done;
    -- After a repair, the sum is set again by a complete snapshot, because all of its records were compared.
    UPDATE ipf.source s
    SET seq = done.seq, is_complete = coalesce(done.is_complete, s.is_complete), notes = coalesce(end_batch.notes, s.notes),
        sum = CASE WHEN s.sum IS NULL AND done.is_complete THEN ipf.sum_of(s.id) ELSE s.sum END
    WHERE s.id = done.source_id;
    PERFORM pg_notify('ipf_head', done.epoch || ' ' || done.seq);
END
$$;

-- For the owner -----------------------------------------------------------------------------------------------------------

-- Lets a role load and follow all sources, unless the role is already limited to some sources.
CREATE OR REPLACE FUNCTION ipf.let_write(writer name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(writer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.source_id(text), ipf.begin_batch(integer, text), ipf.open_stage(), '
        'ipf.apply_stage(bigint, boolean, boolean), ipf.note_listings(), ipf.note_renames(), ipf.write_golden(), '
        'ipf.begin_first_load(), ipf.end_first_load(), ipf.put_digests(integer, bytea), ipf.forget_digests(), '
        'ipf.set_policy(text), ipf.repair_source(integer), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', writer);
    IF NOT EXISTS (SELECT 1 FROM ipf.writer w WHERE w.role = let_write.writer) THEN
        INSERT INTO ipf.writer (role, source) VALUES (let_write.writer, NULL);
    END IF;
END
$$;

-- Lets a role load and follow these sources in addition to those that it may already load; NULL means all sources.
DROP FUNCTION ipf.let_load(name);
CREATE FUNCTION ipf.let_load(writer name, sources text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM ipf.writer w WHERE w.role = let_load.writer AND (sources IS NULL OR w.source IS NULL);
    INSERT INTO ipf.writer (role, source) SELECT let_load.writer, unnest(sources) ON CONFLICT DO NOTHING;
    PERFORM ipf.let_write(let_load.writer);
END
$$;

REVOKE EXECUTE ON FUNCTION ipf.check_load(text), ipf.check_batch(), ipf.check_first_load(), ipf.this_batch(), ipf.check_stage(),
    ipf.open_stage(), ipf.apply_stage(bigint, boolean, boolean), ipf.note_listings(), ipf.note_renames(), ipf.write_golden(),
    ipf.end_first_load(), ipf.put_digests(integer, bytea), ipf.forget_digests(), ipf.set_policy(text), ipf.repair_source(integer),
    ipf.let_load(name, text[]) FROM PUBLIC;

-- Replace the rights of existing writers.
DO $$
DECLARE
    writer name;
BEGIN
    FOR writer IN
        SELECT DISTINCT pg_get_userbyid(a.grantee) FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = 'ipf.said'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner
    LOOP
        EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ipf FROM %I', writer);
        EXECUTE format('REVOKE EXECUTE ON FUNCTION ipf.keep_sayings_apart() FROM %I', writer);
        PERFORM ipf.let_write(writer);
    END LOOP;
END
$$;
