-- Statistics after large changes. The server renews its statistics only up to a minute later, and a batch that already
-- runs keeps its plans. If the statistics say that a source has no records, the server compares each record of a batch
-- with all records of the source, instead of using the index.

-- Collects the statistics of the sources' records. If maintenance has locked the table, the batch does not wait for it.
CREATE FUNCTION ipf.analyze_said() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '3s' AS $$
BEGIN
    ANALYZE ipf.said;
EXCEPTION WHEN lock_not_available THEN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION ipf.analyze_said() FROM PUBLIC;

-- Copies the first source's records to ipf.said, because a policy can make them differ from the golden records.
CREATE OR REPLACE FUNCTION ipf.keep_sayings_apart() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE ipf.head SET sayings_apart = true;
    INSERT INTO ipf.said (source_id, symbol, profile)
    SELECT i.source_id, i.symbol, i.profile
    FROM ipf.instrument i JOIN ipf.source s ON s.id = i.source_id AND s.stands_in_instrument;
    UPDATE ipf.source SET stands_in_instrument = false WHERE stands_in_instrument;
    PERFORM ipf.analyze_said();
END
$$;

-- Finds the records of `stage` that differ from the current records of the batch's source, stores them in `touched`,
-- and updates the source's records. Dynamic statements are planned at each call, because the sizes of the tables vary
-- greatly.
CREATE OR REPLACE FUNCTION ipf.apply_stage(
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
    -- The batch brought at least half of its source's records.
    IF NOT stands AND added >= 5000 AND added * 2 >= (SELECT s.instruments FROM ipf.source s WHERE s.id = batch.source_id) THEN
        PERFORM ipf.analyze_said();
    END IF;
END
$$;
