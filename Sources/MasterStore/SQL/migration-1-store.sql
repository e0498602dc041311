-- The instrument master: the records of each source, the current golden records, and their history.
--
-- `ipf master init` runs these files in order, each in one transaction, and records them in ipf.migration. The command
-- can be repeated at any time. All objects belong to the role that runs the command, which need not be a superuser.
-- `ipf master init --print` shows the files.
--
-- A profile is one value of type bytea: for each field that is set, its number and its text (a varint length and
-- UTF-8). ipf.fields(profile) returns it as jsonb, and ipf.field(profile, 'ISIN') returns the text of one field. The
-- view ipf.instruments has common fields as columns. Both functions are IMMUTABLE, so you can create indexes on them
-- for your own queries:
--   CREATE INDEX ON ipf.instrument (ipf.field(profile, 'ISIN'));

CREATE TABLE ipf.migration (
    number integer PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A single row. Each batch locks this row until its commit. Sequence numbers therefore have no gaps, and follow the
-- order of commits.
CREATE TABLE ipf.head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- The start of the epoch in microseconds since 1970 UTC. Sequence numbers are comparable within an epoch. The first
    -- epoch begins when the store is created. A new epoch begins with the first batch after a failover or a restored
    -- backup (a new timeline of the server), because the last batches may be lost.
    epoch bigint NOT NULL,
    timeline text NOT NULL,
    -- The last batch; 0 before the first one.
    seq bigint NOT NULL DEFAULT 0,
    -- The time of the last batch; never decreases.
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The oldest batch whose state is available; ipf.drop_history increases it.
    history_from bigint NOT NULL DEFAULT 0,
    -- Whether ipf.said has the profiles of all sources. If not, the profiles of the first source are stored only in
    -- ipf.instrument.
    sayings_apart boolean NOT NULL DEFAULT false
);

CREATE TABLE ipf.source (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[A-Za-z0-9._-]{1,64}$'),
    -- The last batch of this source; 0 before the first one.
    seq bigint NOT NULL DEFAULT 0,
    -- The number of instruments that the source has now.
    instruments bigint NOT NULL DEFAULT 0,
    -- Whether the last snapshot ended with ##COMPLETE.
    is_complete boolean NOT NULL DEFAULT false,
    -- The addresses and validators of the last snapshot.
    notes jsonb NOT NULL DEFAULT '{}',
    -- Whether the source has priority over all others. Its profiles are then stored only in ipf.instrument, so that
    -- each profile is stored once.
    stands_in_instrument boolean NOT NULL DEFAULT false
);

CREATE TABLE ipf.batch (
    seq bigint PRIMARY KEY,
    epoch bigint NOT NULL,
    at timestamptz NOT NULL,
    -- NULL if the batch has no source (a change of policy).
    source_id integer REFERENCES ipf.source,
    by_whom text NOT NULL,
    note text NOT NULL,
    -- The number of records that were read from the source, and the number of those that were rejected.
    records bigint NOT NULL DEFAULT 0,
    rejected bigint NOT NULL DEFAULT 0,
    -- The numbers of instruments that the source added, changed and removed.
    added bigint NOT NULL DEFAULT 0,
    changed bigint NOT NULL DEFAULT 0,
    removed bigint NOT NULL DEFAULT 0,
    -- The number of instruments whose golden records changed.
    effects bigint NOT NULL DEFAULT 0,
    -- Whether the batch was a complete snapshot; NULL for changes of a followed source.
    is_complete boolean,
    -- The addresses and validators of the source.
    notes jsonb NOT NULL DEFAULT '{}'
);

-- The current records of each source, except the records that are only in ipf.instrument. The view ipf.saying has all
-- records. There are no foreign keys here and below, because each row would cost a look-up and sources are never
-- deleted.
CREATE TABLE ipf.said (
    source_id integer NOT NULL,
    symbol text COLLATE "C" NOT NULL,
    -- The key by which instruments with different symbols are matched (ISIN and market); NULL if the record has none.
    listing text COLLATE "C",
    profile bytea NOT NULL,
    PRIMARY KEY (source_id, symbol)
);
CREATE INDEX said_listing ON ipf.said (listing) WHERE listing IS NOT NULL;

-- The current golden records: one row for each instrument, unchanged since batch `seq`. source_id is the source that
-- decided the record. If several sources decided it, source_id is the best of them.
CREATE TABLE ipf.instrument (
    symbol text COLLATE "C" PRIMARY KEY,
    source_id integer NOT NULL,
    seq bigint NOT NULL,
    profile bytea NOT NULL
);
CREATE INDEX instrument_seq ON ipf.instrument (seq);

-- Earlier golden records. Each was valid from batch from_seq until batch to_seq, which was committed at `until`. Each
-- year has its own partition.
CREATE TABLE ipf.version (
    symbol text COLLATE "C" NOT NULL,
    source_id integer NOT NULL,
    from_seq bigint NOT NULL,
    to_seq bigint NOT NULL,
    until timestamptz NOT NULL,
    -- Whether the instrument was removed; if not, another profile replaced this one.
    removed boolean NOT NULL,
    profile bytea NOT NULL
) PARTITION BY RANGE (until);
CREATE INDEX version_symbol ON ipf.version (symbol, from_seq);
CREATE INDEX version_to_seq ON ipf.version (to_seq);

-- For each source, the hash of each symbol and the hash of its record's text, together 16 bytes. A load compares them
-- while it reads. Later parts take precedence over earlier parts. This table is only a cache of ipf.saying: if it is
-- empty, all records that are read are compared in the database.
CREATE TABLE ipf.digest (
    source_id integer NOT NULL,
    part integer NOT NULL,
    entries bytea NOT NULL,
    PRIMARY KEY (source_id, part)
);
ALTER TABLE ipf.digest ALTER COLUMN entries SET STORAGE EXTERNAL;

-- Returns the server's timeline, which changes when a replica takes over or a backup is restored.
CREATE FUNCTION ipf.timeline() RETURNS text LANGUAGE sql AS
$$ SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) $$;

CREATE FUNCTION ipf.new_epoch() RETURNS bigint LANGUAGE sql AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

INSERT INTO ipf.head (epoch, timeline) VALUES (ipf.new_epoch(), ipf.timeline());

-- Reading -----------------------------------------------------------------------------------------------------------------

-- The current records of all sources.
CREATE VIEW ipf.saying AS
    SELECT source_id, symbol, listing, profile FROM ipf.said
    UNION ALL
    SELECT i.source_id, i.symbol, NULL, i.profile
    FROM ipf.instrument i JOIN ipf.source s ON s.id = i.source_id AND s.stands_in_instrument;

-- Returns the changes of golden records after one batch up to another one, in order. A profile of NULL means that the
-- instrument was removed. The result is complete if after_seq is at least history_from of ipf.head.
CREATE FUNCTION ipf.changes(after_seq bigint, upto_seq bigint)
RETURNS TABLE (seq bigint, symbol text, profile bytea) LANGUAGE sql STABLE AS $$
    SELECT i.seq, i.symbol, i.profile FROM ipf.instrument i WHERE i.seq > after_seq AND i.seq <= upto_seq
    UNION ALL
    SELECT v.from_seq, v.symbol, v.profile FROM ipf.version v
    WHERE v.to_seq > after_seq AND v.from_seq > after_seq AND v.from_seq <= upto_seq
    UNION ALL
    SELECT v.to_seq, v.symbol, NULL FROM ipf.version v
    WHERE v.removed AND v.to_seq > after_seq AND v.to_seq <= upto_seq
    ORDER BY 1, 2
$$;

-- Returns the golden records at a batch, in no particular order.
CREATE FUNCTION ipf.as_of(at_seq bigint)
RETURNS TABLE (symbol text, source_id integer, seq bigint, profile bytea) LANGUAGE sql STABLE AS $$
    SELECT i.symbol, i.source_id, i.seq, i.profile FROM ipf.instrument i WHERE i.seq <= at_seq
    UNION ALL
    SELECT v.symbol, v.source_id, v.from_seq, v.profile FROM ipf.version v WHERE v.from_seq <= at_seq AND v.to_seq > at_seq
$$;

-- Returns the fields of a profile by name.
CREATE FUNCTION ipf.fields(profile bytea) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    standard CONSTANT text[] := ARRAY[
        'TYPE', 'SYMBOL', 'DESCRIPTION', 'LOCAL_SYMBOL', 'LOCAL_DESCRIPTION', 'COUNTRY', 'OPOL', 'EXCHANGE_DATA', 'EXCHANGES',
        'CURRENCY', 'BASE_CURRENCY', 'CFI', 'ISIN', 'SEDOL', 'CUSIP', 'ICB', 'SIC', 'MULTIPLIER', 'PRODUCT', 'UNDERLYING', 'SPC',
        'ADDITIONAL_UNDERLYINGS', 'MMY', 'EXPIRATION', 'LAST_TRADE', 'STRIKE', 'OPTION_TYPE', 'EXPIRATION_STYLE',
        'SETTLEMENT_STYLE', 'PRICE_INCREMENTS', 'TRADING_HOURS'];
    names text[] := '{}';
    texts text[] := '{}';
    place integer := 0;
    number integer;
    piece integer;
    shift integer;
    size integer;
BEGIN
    WHILE place < length(profile) LOOP
        number := get_byte(profile, place);
        place := place + 1;
        IF number <> 255 THEN names := names || standard[number + 1]; END IF;
        -- A custom field has its name before its text.
        FOR part IN 1 .. CASE WHEN number = 255 THEN 2 ELSE 1 END LOOP
            size := 0;
            shift := 0;
            LOOP
                piece := get_byte(profile, place);
                place := place + 1;
                size := size | ((piece & 127) << shift);
                EXIT WHEN piece < 128;
                shift := shift + 7;
            END LOOP;
            IF number = 255 AND part = 1 THEN
                names := names || convert_from(substring(profile FROM place + 1 FOR size), 'UTF8');
            ELSE
                texts := texts || convert_from(substring(profile FROM place + 1 FOR size), 'UTF8');
            END IF;
            place := place + size;
        END LOOP;
    END LOOP;
    RETURN jsonb_object(names, texts);
END
$$;

-- Returns the text of a field by its name; NULL if it is not set.
CREATE FUNCTION ipf.field(profile bytea, name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT ipf.fields(profile) ->> name $$;

-- The current golden records, with columns.
CREATE VIEW ipf.instruments AS
    SELECT i.symbol, f.fields ->> 'TYPE' AS type, f.fields ->> 'DESCRIPTION' AS description, f.fields ->> 'COUNTRY' AS country,
        f.fields ->> 'OPOL' AS opol, f.fields ->> 'CURRENCY' AS currency, f.fields ->> 'CFI' AS cfi, f.fields ->> 'ISIN' AS isin,
        f.fields ->> 'SEDOL' AS sedol, f.fields ->> 'CUSIP' AS cusip, f.fields ->> 'PRODUCT' AS product,
        f.fields ->> 'UNDERLYING' AS underlying, (f.fields ->> 'EXPIRATION')::date AS expiration,
        (f.fields ->> 'STRIKE')::double precision AS strike, s.name AS source, i.seq, f.fields
    FROM ipf.instrument i JOIN ipf.source s ON s.id = i.source_id, LATERAL (SELECT ipf.fields(i.profile)) f (fields);

-- Writing -----------------------------------------------------------------------------------------------------------------
-- A writer changes head, batch and source only by these functions, which run as the owner. It cannot change or delete
-- history.

-- Returns the number of a source, and creates the source if it does not exist.
CREATE FUNCTION ipf.source_id(source_name text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found integer;
BEGIN
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

-- Creates the partition for the history of a year if it does not exist.
CREATE FUNCTION ipf.prepare_history(year integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF to_regclass(format('ipf.version_%s', year)) IS NOT NULL THEN RETURN; END IF;
    -- Create the table separately and then attach it, so that readers of other years do not wait.
    EXECUTE format('CREATE TABLE ipf.version_%s (LIKE ipf.version INCLUDING DEFAULTS)', year);
    EXECUTE format('ALTER TABLE ipf.version ATTACH PARTITION ipf.version_%s FOR VALUES FROM (%L) TO (%L)', year,
        make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC'));
END
$$;

-- Begins a batch, and locks the head until the end of the transaction. `source` is NULL if the batch has no source.
CREATE FUNCTION ipf.begin_batch(source integer, note text, OUT seq bigint, OUT epoch bigint, OUT at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    now_timeline CONSTANT text := ipf.timeline();
BEGIN
    UPDATE ipf.head h
    SET seq = h.seq + 1, at = greatest(clock_timestamp(), h.at + interval '1 microsecond'), timeline = now_timeline,
        epoch = CASE WHEN h.timeline = now_timeline THEN h.epoch ELSE greatest(ipf.new_epoch(), h.epoch + 1) END
    RETURNING h.seq, h.epoch, h.at INTO begin_batch.seq, begin_batch.epoch, begin_batch.at;
    PERFORM ipf.prepare_history(extract(year FROM begin_batch.at)::integer);
    INSERT INTO ipf.batch (seq, epoch, at, source_id, by_whom, note)
    VALUES (begin_batch.seq, begin_batch.epoch, begin_batch.at, source, session_user, note);
END
$$;

-- These two functions are called before and after the instruments of an empty store are written. The indexes are
-- created after the rows, which is faster than updating them with each row. Other sessions wait until the end of the
-- transaction.
CREATE FUNCTION ipf.begin_first_load() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    LOCK TABLE ipf.instrument IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT 1 FROM ipf.instrument) THEN RAISE EXCEPTION 'ipf.instrument is not empty'; END IF;
    ALTER TABLE ipf.instrument DROP CONSTRAINT instrument_pkey;
    DROP INDEX ipf.instrument_seq;
END
$$;

CREATE FUNCTION ipf.end_first_load() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    ALTER TABLE ipf.instrument ADD CONSTRAINT instrument_pkey PRIMARY KEY (symbol);
    CREATE INDEX instrument_seq ON ipf.instrument (seq);
END
$$;

-- Records the counts of a batch before its commit. At the commit, sessions that LISTEN to ipf_head receive its epoch
-- and number.
CREATE FUNCTION ipf.end_batch(
    batch_seq bigint, records bigint, rejected bigint, added bigint, changed bigint, removed bigint, effects bigint,
    is_complete boolean, notes jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    done ipf.batch;
BEGIN
    UPDATE ipf.batch b
    SET records = end_batch.records, rejected = end_batch.rejected, added = end_batch.added, changed = end_batch.changed,
        removed = end_batch.removed, effects = end_batch.effects, is_complete = end_batch.is_complete,
        notes = coalesce(end_batch.notes, '{}')
    -- Update only the batch whose transaction holds the lock on the head.
    WHERE b.seq = batch_seq AND b.seq = (SELECT h.seq FROM ipf.head h)
    RETURNING * INTO STRICT done;
    UPDATE ipf.source s
    SET seq = done.seq, instruments = s.instruments + done.added - done.removed,
        is_complete = coalesce(done.is_complete, s.is_complete), notes = coalesce(end_batch.notes, s.notes)
    WHERE s.id = done.source_id;
    PERFORM pg_notify('ipf_head', done.epoch || ' ' || done.seq);
END
$$;

-- Copies the first source's records to ipf.said, because a policy can make them differ from the golden records.
CREATE FUNCTION ipf.keep_sayings_apart() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE ipf.head SET sayings_apart = true;
    INSERT INTO ipf.said (source_id, symbol, profile)
    SELECT i.source_id, i.symbol, i.profile
    FROM ipf.instrument i JOIN ipf.source s ON s.id = i.source_id AND s.stands_in_instrument;
    UPDATE ipf.source SET stands_in_instrument = false WHERE stands_in_instrument;
END
$$;

-- For the owner -----------------------------------------------------------------------------------------------------------

-- Drops the history of a year and of earlier years, and returns the number of dropped years. Earlier states are then
-- unavailable, and nodes at an earlier batch must compare their whole catalogs with the store.
CREATE FUNCTION ipf.drop_history(last_year integer) RETURNS integer LANGUAGE plpgsql AS $$
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
    RETURN dropped;
END
$$;

-- Lets a role read everything.
CREATE FUNCTION ipf.let_read(reader name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA ipf TO %I', reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA ipf TO %I', reader);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA ipf GRANT SELECT ON TABLES TO %I', reader);
END
$$;

-- Lets a role load and follow sources.
CREATE FUNCTION ipf.let_write(writer name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(writer);
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON ipf.said, ipf.instrument, ipf.digest TO %I', writer);
    EXECUTE format('GRANT INSERT ON ipf.version TO %I', writer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.source_id(text), ipf.begin_batch(integer, text), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb), ipf.keep_sayings_apart(), '
        'ipf.begin_first_load(), ipf.end_first_load() TO %I',
        writer);
END
$$;

REVOKE EXECUTE ON FUNCTION ipf.source_id(text), ipf.begin_batch(integer, text), ipf.prepare_history(integer),
    ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb), ipf.keep_sayings_apart(),
    ipf.begin_first_load(), ipf.end_first_load(), ipf.drop_history(integer), ipf.let_read(name), ipf.let_write(name) FROM PUBLIC;
