-- Marks identify batches beyond their numbers, because a store that was restored from a backup reuses numbers.

-- Returns a random mark for a batch. Catalogs and segments record it, and nodes compare it.
CREATE FUNCTION ipf.new_mark() RETURNS text LANGUAGE sql AS
$$ SELECT right(replace(gen_random_uuid()::text, '-', ''), 16) $$;
ALTER TABLE ipf.batch ADD COLUMN mark text NOT NULL DEFAULT ipf.new_mark();

-- Shows whether the store is complete: pg_restore fills materialized views last. Until this view is filled, no program
-- reads or writes the store.
CREATE MATERIALIZED VIEW ipf.whole AS SELECT true AS is_whole;
CREATE FUNCTION ipf.is_whole() RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT relispopulated FROM pg_class WHERE oid = 'ipf.whole'::regclass $$;

-- Returns a name for the current run of the server. If the previous batch has another name, a batch begins a new epoch.
-- The name changes when a replica takes over, when the table is loaded from a dump, and when the server starts. After a
-- start, the server's files may come from a backup, or may have lost the last batches in a crash.
CREATE OR REPLACE FUNCTION ipf.timeline() RETURNS text LANGUAGE sql AS $$
    SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || extract(epoch FROM pg_postmaster_start_time())
        || ' ' || pg_relation_filenode('ipf.head')
$$;
UPDATE ipf.head SET timeline = ipf.timeline() WHERE seq = 0;

CREATE OR REPLACE FUNCTION ipf.begin_batch(source integer, note text, OUT seq bigint, OUT epoch bigint, OUT at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    now_timeline CONSTANT text := ipf.timeline();
BEGIN
    IF NOT ipf.is_whole() THEN
        RAISE EXCEPTION 'the store is being restored from a backup, or that failed' USING ERRCODE = 'object_in_use';
    END IF;
    UPDATE ipf.head h
    SET seq = h.seq + 1, at = greatest(clock_timestamp(), h.at + interval '1 microsecond'), timeline = now_timeline,
        epoch = CASE WHEN h.timeline = now_timeline THEN h.epoch ELSE greatest(ipf.new_epoch(), h.epoch + 1) END
    RETURNING h.seq, h.epoch, h.at INTO begin_batch.seq, begin_batch.epoch, begin_batch.at;
    PERFORM ipf.prepare_history(extract(year FROM begin_batch.at)::integer);
    INSERT INTO ipf.batch (seq, epoch, at, source_id, by_whom, note)
    VALUES (begin_batch.seq, begin_batch.epoch, begin_batch.at, source, session_user, note);
END
$$;

-- Begins a new epoch with a batch that changes nothing. The owner calls it after restoring a backup.
CREATE FUNCTION ipf.begin_epoch(OUT seq bigint, OUT epoch bigint) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ipf.head SET timeline = '';
    SELECT b.seq, b.epoch INTO begin_epoch.seq, begin_epoch.epoch FROM ipf.begin_batch(NULL, 'epoch') b;
    PERFORM ipf.end_batch(begin_epoch.seq, 0, 0, 0, 0, 0, 0, NULL, NULL);
END
$$;
REVOKE EXECUTE ON FUNCTION ipf.begin_epoch() FROM PUBLIC;
