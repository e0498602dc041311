-- Quality rules, which golden records must fulfil, and exceptions, which people resolve.

-- The rules (`ipf master rules`), as text. The last row is in force; earlier ones are history.
CREATE TABLE ipf.rules (
    -- The batch that set the rules.
    seq bigint PRIMARY KEY,
    text text NOT NULL
);

-- The rules in force, one for each field.
CREATE TABLE ipf.rule (
    number integer PRIMARY KEY,
    -- The rule in normal form. Exceptions name their rule by this text, so they continue if a new file of rules has the
    -- same line.
    line text NOT NULL,
    -- Whether a record that breaks the rule is held back. If not, the record is published.
    holds boolean NOT NULL,
    -- The sources whose batches are checked, and the types whose records are checked; NULL for all.
    sources text[],
    types text[],
    field text COLLATE "C" NOT NULL,
    kind text NOT NULL CHECK (kind IN ('required', 'one of', 'change', 'unique', 'count')),
    -- For `one of`, the values; for `unique`, the fields that are compared as well; for `count`, the value that is
    -- counted.
    texts text[],
    -- For `change`, the bound; NULL if the value must not change.
    bound numeric,
    is_percent boolean,
    -- For `count`, the bounds and the number of published instruments; NULL for no bound.
    least bigint,
    most bigint,
    counted bigint NOT NULL DEFAULT 0
);

-- Indexes contain hashes of lines and identifiers, because the server limits the bytes of an entry.
CREATE UNIQUE INDEX rule_line ON ipf.rule (md5(line));

-- Exceptions: records that break a rule. Rows are never deleted. The batches contain the persons and the times.
CREATE TABLE ipf.exception (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    line text NOT NULL,
    -- The symbol of the golden record; empty if the rule counts instruments.
    symbol text COLLATE "C" NOT NULL,
    field text COLLATE "C" NOT NULL,
    holds boolean NOT NULL,
    -- The source of the batch that caused the exception. If that batch has no source, the source of the golden record.
    source_id integer,
    -- The published text, and the text that breaks the rule; empty if the field is not set. If the rule bounds a
    -- change, `old` is the text with which `new` is compared.
    old text NOT NULL,
    new text NOT NULL,
    -- An instrument with the same identifier.
    other text COLLATE "C",
    from_seq bigint NOT NULL,
    assignee text,
    assigned_seq bigint,
    -- The decision of a person: to publish the record (accepted), or to hold it back (rejected).
    ending text CHECK (ending IN ('accepted', 'rejected', 'mended', 'replaced', 'dropped')),
    reason text,
    resolved_seq bigint,
    -- The batch that ended the cause; NULL while the cause exists. While the cause of a resolved exception exists, no
    -- other exception is opened for it.
    to_seq bigint,
    CHECK ((resolved_seq IS NULL) = (reason IS NULL)),
    CHECK (to_seq IS NULL OR ending IS NOT NULL)
);
CREATE UNIQUE INDEX exception_lasting ON ipf.exception (symbol, md5(line)) WHERE to_seq IS NULL;
CREATE INDEX exception_symbol ON ipf.exception (symbol);
CREATE INDEX exception_open ON ipf.exception (id) WHERE ending IS NULL;
CREATE INDEX exception_other ON ipf.exception (other) WHERE to_seq IS NULL AND other IS NOT NULL;

-- The golden records that are held back. Without the rules, ipf.instrument would contain them. A profile of NULL means
-- that the instrument would be removed.
CREATE TABLE ipf.held (
    symbol text COLLATE "C" PRIMARY KEY,
    source_id integer NOT NULL,
    profile bytea,
    -- Whether a rule that counts instruments holds the record back. Each batch then decides again.
    by_count boolean NOT NULL,
    -- The source whose batch caused the exception.
    found_by integer
);

-- The published identifiers of each rule of kind `unique`.
CREATE TABLE ipf.unique_text (
    rule integer NOT NULL,
    symbol text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL,
    PRIMARY KEY (symbol, rule)
);
CREATE INDEX unique_text_text ON ipf.unique_text (rule, md5(text));

-- Checking ----------------------------------------------------------------------------------------------------------------

-- Returns whether a change from `old` to `new` is beyond a bound. If `new` is empty, or one of the texts is not a
-- number, the change is beyond every bound.
CREATE FUNCTION ipf.is_beyond(old text, new text, bound numeric, is_percent boolean) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN bound IS NOT NULL AND old ~ number.form AND new ~ number.form
        THEN abs(new::numeric - old::numeric) > CASE WHEN is_percent THEN abs(old::numeric) * bound / 100 ELSE bound END
        ELSE true END
    FROM (VALUES ('^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?$')) number (form)
$$;

-- Returns the text of a record that must be unique; NULL if the record does not have the field.
CREATE FUNCTION ipf.unique_key(fields jsonb, field text, also text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN also IS NULL THEN fields ->> field WHEN fields ? field THEN (fields ->> field) || (
        SELECT string_agg(chr(31) || coalesce(fields ->> name, ''), '' ORDER BY place)
        FROM unnest(also) WITH ORDINALITY a (name, place)) END
$$;

-- Returns whether the cause of an exception still exists.
CREATE FUNCTION ipf.is_lasting(of_symbol text, of_line text) RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT EXISTS (SELECT 1 FROM ipf.exception e WHERE e.symbol = of_symbol AND e.line = of_line AND e.to_seq IS NULL) $$;

-- Returns whether a text is known to break a rule. It is known if the cause of its exception still exists. In a batch
-- without a source, it is also known if its exception has ended and no person accepted the text. So the end of an
-- override does not publish a text that a rule for a source held back.
CREATE FUNCTION ipf.is_known(of_symbol text, of_line text, of_text text, batch_source text) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM ipf.exception e WHERE e.symbol = of_symbol AND e.line = of_line AND (e.to_seq IS NULL
        OR batch_source IS NULL AND e.ending IN ('mended', 'rejected', 'replaced') AND e.new = of_text))
$$;

-- Returns whether a person has accepted a text that breaks a rule.
CREATE FUNCTION ipf.is_accepted(of_symbol text, of_line text, of_text text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM ipf.exception e WHERE e.symbol = of_symbol AND e.line = of_line AND e.to_seq IS NULL
        AND e.ending = 'accepted' AND e.new = of_text)
$$;

-- Returns whether a person decides a field, so that rules do not apply to it.
CREATE FUNCTION ipf.is_overridden(of_symbol text, of_field text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM ipf.override o WHERE o.symbol = of_symbol AND o.field = of_field
        AND o.from_seq IS NOT NULL AND o.to_seq IS NULL)
$$;

-- Returns whether a count includes a record. If there is no record, `fields` is NULL.
CREATE FUNCTION ipf.is_counted(fields jsonb, rule ipf.rule) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(fields ->> rule.field = rule.texts[1] AND (rule.types IS NULL OR fields ->> 'TYPE' = ANY (rule.types)), false)
$$;

-- Creates and empties the temporary tables of ipf.apply_rules:
--   checked  the records of `golden`, as fields, with the published fields; NULL fields are those of no record
--   finding  the rules that they break
CREATE FUNCTION ipf.open_checks() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF to_regclass('pg_temp.checked') IS NULL THEN
        CREATE TEMP TABLE checked (symbol text COLLATE "C", fields jsonb, old jsonb, is_held boolean, by_count boolean)
            ON COMMIT DELETE ROWS;
        CREATE INDEX ON pg_temp.checked (symbol);
        CREATE TEMP TABLE finding (rule integer, symbol text COLLATE "C", old text, new text, other text COLLATE "C")
            ON COMMIT DELETE ROWS;
        CREATE INDEX ON pg_temp.finding (symbol);
    END IF;
    -- As in ipf.check_stage: a writer's own tables could run code as the owner.
    IF 2 <> (
        SELECT count(*) FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
        WHERE c.relnamespace = pg_my_temp_schema() AND c.relkind = 'r' AND r.rolname = current_user
            AND c.relname IN ('checked', 'finding'))
    THEN
        RAISE EXCEPTION 'the temporary tables are not those of ipf.open_checks()' USING ERRCODE = 'insufficient_privilege';
    END IF;
    TRUNCATE pg_temp.checked, pg_temp.finding;
END
$$;

-- Finds the records of `golden` whose identifiers other instruments also have after the batch. If a single instrument
-- has published an identifier, it keeps the identifier. A record with an exception is released when no other instrument
-- has its identifier. Returns the number of new findings.
CREATE FUNCTION ipf.find_repeated(batch_source text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found bigint;
BEGIN
    -- Windows instead of joins, because the server can't estimate how many records have a field.
    EXECUTE 'WITH candidate AS MATERIALIZED (
            -- A record that returns to its published identifier does not wait for others.
            SELECT k.number, k.symbol, k.is_held, k.text, k.has_exception AND NOT EXISTS (SELECT 1 FROM ipf.unique_text u
                WHERE u.rule = k.number AND u.symbol = k.symbol AND u.text = k.text) AS is_lasting
            FROM (
                SELECT r.number, c.symbol, c.is_held, e.id IS NOT NULL AS has_exception,
                    ipf.unique_key(c.fields, r.field, r.texts) AS text
                FROM ipf.rule r JOIN pg_temp.checked c ON r.types IS NULL OR c.fields ->> ''TYPE'' = ANY (r.types)
                LEFT JOIN ipf.exception e ON e.symbol = c.symbol AND e.line = r.line AND e.to_seq IS NULL
                WHERE r.kind = ''unique'' AND c.fields ? r.field
            ) k
        ), member AS (
            SELECT number, symbol, text, is_lasting, true AS is_candidate, false AS is_published, NOT is_held AS is_effective
            FROM candidate
            -- The exception of a held record is not about its published identifier.
            UNION ALL SELECT u.rule, u.symbol, u.text,
                e.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ipf.held h WHERE h.symbol = u.symbol)
                    AND NOT EXISTS (SELECT 1 FROM pg_temp.checked c WHERE c.symbol = u.symbol AND c.is_held),
                false, true, NOT EXISTS (SELECT 1 FROM pg_temp.checked c WHERE c.symbol = u.symbol AND NOT c.is_held)
            FROM (SELECT DISTINCT number, text FROM candidate) k
            JOIN ipf.unique_text u ON u.rule = k.number AND md5(u.text) = md5(k.text) AND u.text = k.text JOIN ipf.rule r ON r.number = u.rule
            LEFT JOIN ipf.exception e ON e.symbol = u.symbol AND e.line = r.line AND e.to_seq IS NULL
        ), compared AS (
            SELECT m.*, count(*) FILTER (WHERE is_published) OVER same AS owners,
                min(symbol) FILTER (WHERE is_published) OVER same AS owner,
                min(symbol) FILTER (WHERE is_effective) OVER same AS first,
                max(symbol) FILTER (WHERE is_effective) OVER same AS last,
                min(symbol) FILTER (WHERE is_effective AND NOT is_lasting) OVER same AS first_new,
                max(symbol) FILTER (WHERE is_effective AND NOT is_lasting) OVER same AS last_new
            FROM member m WINDOW same AS (PARTITION BY number, text)
        ), repeated AS (
            SELECT number, symbol, is_lasting, CASE WHEN is_lasting
                THEN coalesce(nullif(first, symbol), nullif(last, symbol))
                ELSE coalesce(nullif(first_new, symbol), nullif(last_new, symbol)) END AS other
            FROM compared WHERE is_candidate AND NOT (owners = 1 AND owner = symbol)
        ) INSERT INTO pg_temp.finding (rule, symbol, new, other)
        SELECT p.number, p.symbol, c.fields ->> r.field, p.other
        FROM repeated p JOIN ipf.rule r ON r.number = p.number JOIN pg_temp.checked c ON c.symbol = p.symbol
        WHERE p.other IS NOT NULL AND (r.sources IS NULL OR $1 = ANY (r.sources) OR p.is_lasting)
            AND NOT EXISTS (SELECT 1 FROM pg_temp.finding f WHERE f.rule = p.number AND f.symbol = p.symbol)
            AND NOT ipf.is_overridden(p.symbol, r.field)' USING batch_source;
    GET DIAGNOSTICS found = ROW_COUNT;
    RETURN found;
END
$$;

-- Finds the counts that are out of their bounds after the batch, and holds back the records that cause this. If a count
-- is too low, these are the records that would leave the count; if it is too high, the records that would enter it.
-- Returns whether any record was held back.
CREATE FUNCTION ipf.find_counts(batch_source text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    counting ipf.rule;
    total bigint;
    held bigint;
    holds boolean := false;
BEGIN
    FOR counting IN
        SELECT r.* FROM ipf.rule r WHERE r.kind = 'count'
            AND (r.sources IS NULL OR batch_source = ANY (r.sources) OR ipf.is_lasting('', r.line)) ORDER BY r.number
    LOOP
        EXECUTE 'SELECT $2 + coalesce(sum(ipf.is_counted(c.fields, $1)::integer - ipf.is_counted(c.old, $1)::integer), 0)
            FROM pg_temp.checked c WHERE NOT c.is_held' INTO total USING counting, counting.counted;
        CONTINUE WHEN total BETWEEN coalesce(counting.least, total) AND coalesce(counting.most, total);
        EXECUTE 'INSERT INTO pg_temp.finding (rule, symbol, old, new) SELECT $1, '''', $2, $3
            WHERE NOT EXISTS (SELECT 1 FROM pg_temp.finding WHERE rule = $1)'
        USING counting.number, counting.counted::text, total::text;
        CONTINUE WHEN NOT counting.holds OR ipf.is_accepted('', counting.line, total::text);
        EXECUTE 'UPDATE pg_temp.checked c SET is_held = true, by_count = true
            WHERE NOT c.is_held AND ipf.is_counted(c.old, $1) = $2 AND ipf.is_counted(c.fields, $1) <> $2'
        USING counting, total < coalesce(counting.least, total);
        GET DIAGNOSTICS held = ROW_COUNT;
        holds := holds OR held > 0;
    END LOOP;
    RETURN holds;
END
$$;

-- Removes the records of `golden` that break rules and are held back, and records exceptions. ipf.write_golden calls it
-- if there are rules. The statements are dynamic, because the sizes of the tables vary greatly.
CREATE FUNCTION ipf.apply_rules() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    batch_source CONSTANT text := (SELECT name FROM ipf.source WHERE id = batch.source_id);
    kinds CONSTANT text[] := ARRAY(SELECT DISTINCT kind FROM ipf.rule);
    of_type CONSTANT text := 'ipf.rule r JOIN pg_temp.checked c
        ON c.fields IS NOT NULL AND (r.types IS NULL OR c.fields ->> ''TYPE'' = ANY (r.types))';
    -- A rule for a source applies to the batches of this source, and to texts that are known to break the rule.
    known CONSTANT text := 'ipf.is_known(c.symbol, r.line, coalesce(c.fields ->> r.field, ''''), $1)';
    applies CONSTANT text := ' AND (r.sources IS NULL OR $1 = ANY (r.sources) OR ' || known || ')
        AND NOT ipf.is_overridden(c.symbol, r.field)';
    hold_found CONSTANT text := 'UPDATE pg_temp.checked c SET is_held = true
        FROM pg_temp.finding f JOIN ipf.rule r ON r.number = f.rule AND r.holds
        WHERE f.symbol = c.symbol AND NOT c.is_held AND NOT ipf.is_accepted(f.symbol, r.line, f.new)';
    plans CONSTANT text[] := '{enable_hashjoin,enable_mergejoin,enable_seqscan}';
    repeated bigint;
BEGIN
    PERFORM ipf.open_checks();
    -- Records that this batch may release: those that a count holds, and those that share an identifier.
    EXECUTE 'INSERT INTO pg_temp.golden (symbol, source_id, profile)
        SELECT s.symbol, coalesce(h.source_id, i.source_id, 0), CASE WHEN h.symbol IS NULL THEN i.profile ELSE h.profile END
        FROM (
            SELECT symbol FROM ipf.held WHERE by_count
            UNION SELECT e.symbol FROM ipf.exception e JOIN pg_temp.golden g ON g.symbol = e.other WHERE e.to_seq IS NULL
        ) s LEFT JOIN ipf.held h ON h.symbol = s.symbol LEFT JOIN ipf.instrument i ON i.symbol = s.symbol
        WHERE NOT EXISTS (SELECT 1 FROM pg_temp.golden g WHERE g.symbol = s.symbol)';
    EXECUTE 'INSERT INTO pg_temp.checked (symbol, fields, old, is_held, by_count)
        SELECT n.symbol, n.fields, CASE WHEN n.is_same THEN n.fields ELSE ipf.fields(n.published) END, false, false
        FROM (SELECT g.symbol, ipf.fields(g.profile) AS fields, i.profile AS published, i.profile = g.profile AS is_same
            FROM pg_temp.golden g LEFT JOIN ipf.instrument i ON i.symbol = g.symbol OFFSET 0) n';
    IF (SELECT count(*) FROM (SELECT FROM pg_temp.checked LIMIT 5000) c) = 5000 THEN
        ANALYZE pg_temp.checked;
    ELSE
        -- Without statistics, the server would scan whole tables for a few records.
        PERFORM set_config(name, 'off', true) FROM unnest(plans) p (name);
    END IF;
    EXECUTE 'INSERT INTO pg_temp.finding (rule, symbol, new) SELECT r.number, c.symbol, coalesce(c.fields ->> r.field, '''')
        FROM ' || of_type || ' WHERE (r.kind = ''required'' AND NOT c.fields ? r.field
            OR r.kind = ''one of'' AND c.fields ? r.field AND c.fields ->> r.field <> ALL (r.texts))' || applies
    USING batch_source;
    IF 'change' = ANY (kinds) THEN
        -- The bound applies to the text of a day ago, or to the one that a person accepted since. While an exception
        -- lasts, it applies to the exception's text.
        EXECUTE 'INSERT INTO pg_temp.finding (rule, symbol, old, new)
            SELECT r.number, c.symbol, b.text, coalesce(c.fields ->> r.field, '''')
            FROM ' || of_type || ' CROSS JOIN LATERAL (SELECT coalesce(
                (SELECT CASE WHEN e.ending = ''accepted'' THEN e.new ELSE e.old END FROM ipf.exception e
                    WHERE e.symbol = c.symbol AND e.line = r.line AND e.to_seq IS NULL),
                (SELECT ipf.field(v.profile, r.field) FROM ipf.version v WHERE v.symbol = c.symbol AND v.until > $2
                    AND v.to_seq > coalesce((SELECT max(e.resolved_seq) FROM ipf.exception e WHERE e.symbol = c.symbol
                        AND e.line = r.line AND e.ending = ''accepted''), 0)
                    ORDER BY v.from_seq LIMIT 1),
                c.old ->> r.field) AS text) b
            WHERE r.kind = ''change'' AND b.text <> coalesce(c.fields ->> r.field, '''')
                AND (c.fields ->> r.field IS DISTINCT FROM c.old ->> r.field OR EXISTS (
                    SELECT 1 FROM ipf.exception e WHERE e.symbol = c.symbol AND e.line = r.line AND e.to_seq IS NULL))
                AND ipf.is_beyond(b.text, coalesce(c.fields ->> r.field, ''''), r.bound, r.is_percent)
                AND ($1 IS NOT NULL OR ' || known || ')' || applies
        USING batch_source, batch.at - interval '1 day';
    END IF;
    EXECUTE hold_found;
    IF kinds && '{unique,count}' THEN
        -- A record that is held back keeps its published identifier and its place in a count.
        LOOP
            repeated := ipf.find_repeated(batch_source);
            IF repeated > 0 THEN EXECUTE hold_found; END IF;
            EXIT WHEN NOT ipf.find_counts(batch_source) AND repeated = 0;
        END LOOP;
    END IF;
    PERFORM ipf.note_exceptions();
    PERFORM set_config(name, 'on', true) FROM unnest(plans) p (name);
END
$$;

-- Writes the findings to ipf.exception, and moves the held records from `golden` to ipf.held.
CREATE FUNCTION ipf.note_exceptions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    -- Another value is another exception, so that a person accepts only a known value. The exception of a count remains
    -- open.
    EXECUTE 'UPDATE ipf.exception e SET to_seq = $1, ending = coalesce(e.ending, CASE WHEN EXISTS (
            SELECT 1 FROM pg_temp.finding f JOIN ipf.rule r ON r.number = f.rule WHERE f.symbol = e.symbol AND r.line = e.line
        ) THEN ''replaced'' ELSE ''mended'' END)
        FROM (SELECT symbol FROM pg_temp.checked UNION ALL SELECT '''') c
        WHERE e.symbol = c.symbol AND e.to_seq IS NULL AND NOT EXISTS (
            SELECT 1 FROM pg_temp.finding f JOIN ipf.rule r ON r.number = f.rule
            WHERE f.symbol = e.symbol AND r.line = e.line AND (f.new = e.new OR e.ending IS NULL AND e.symbol = ''''))'
    USING batch.seq;
    EXECUTE 'UPDATE ipf.exception e SET new = f.new, other = f.other FROM pg_temp.finding f JOIN ipf.rule r ON r.number = f.rule
        WHERE e.symbol = f.symbol AND e.line = r.line AND e.to_seq IS NULL AND (e.new, e.other) IS DISTINCT FROM (f.new, f.other)';
    EXECUTE 'INSERT INTO ipf.exception (line, symbol, field, holds, source_id, old, new, other, from_seq, assignee, assigned_seq)
        SELECT r.line, f.symbol, r.field, r.holds, coalesce($2, nullif(g.source_id, 0)),
            coalesce(f.old, ipf.field(i.profile, r.field), ''''), f.new, f.other, $1, e.assignee, e.assigned_seq
        FROM pg_temp.finding f JOIN ipf.rule r ON r.number = f.rule LEFT JOIN pg_temp.golden g ON g.symbol = f.symbol
        LEFT JOIN ipf.instrument i ON i.symbol = f.symbol
        LEFT JOIN ipf.exception e ON e.symbol = f.symbol AND e.line = r.line AND e.to_seq = $1 AND e.ending = ''replaced''
        WHERE NOT ipf.is_lasting(f.symbol, r.line) ORDER BY f.symbol, r.number' USING batch.seq, batch.source_id;
    EXECUTE 'DELETE FROM ipf.held h USING pg_temp.checked c JOIN pg_temp.golden g ON g.symbol = c.symbol
        LEFT JOIN ipf.instrument i ON i.symbol = c.symbol
        WHERE h.symbol = c.symbol AND (NOT c.is_held OR (g.source_id, g.profile) IS NOT DISTINCT FROM (i.source_id, i.profile))';
    EXECUTE 'INSERT INTO ipf.held (symbol, source_id, profile, by_count, found_by)
        SELECT g.symbol, g.source_id, g.profile, c.by_count, coalesce($1, nullif(g.source_id, 0))
        FROM pg_temp.golden g JOIN pg_temp.checked c ON c.symbol = g.symbol AND c.is_held
        LEFT JOIN ipf.instrument i ON i.symbol = g.symbol
        WHERE (g.source_id, g.profile) IS DISTINCT FROM (i.source_id, i.profile)
        ON CONFLICT (symbol) DO UPDATE SET source_id = excluded.source_id, profile = excluded.profile, by_count = excluded.by_count'
    USING batch.source_id;
    EXECUTE 'DELETE FROM pg_temp.golden g USING pg_temp.checked c WHERE c.symbol = g.symbol AND c.is_held';
    PERFORM ipf.note_published('SELECT symbol, fields, old FROM pg_temp.checked WHERE NOT is_held');
END
$$;

-- Stores the published identifiers and the counts for the rules. `records` is a query that returns symbols, their
-- published fields, and the fields that these replace.
CREATE FUNCTION ipf.note_published(records text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM ipf.rule WHERE kind = 'unique') THEN
        EXECUTE format('DELETE FROM ipf.unique_text u USING (%s) p WHERE u.symbol = p.symbol', records);
        EXECUTE format('INSERT INTO ipf.unique_text (rule, symbol, text)
            SELECT r.number, p.symbol, ipf.unique_key(p.fields, r.field, r.texts) FROM (%s) p JOIN ipf.rule r ON r.kind = ''unique''
                AND p.fields ? r.field AND (r.types IS NULL OR p.fields ->> ''TYPE'' = ANY (r.types))', records);
    END IF;
    IF EXISTS (SELECT 1 FROM ipf.rule WHERE kind = 'count') THEN
        EXECUTE format('UPDATE ipf.rule r SET counted = r.counted + n.change FROM (
                SELECT r.number, sum(ipf.is_counted(p.fields, r)::integer - ipf.is_counted(p.old, r)::integer) AS change
                FROM (%s) p CROSS JOIN ipf.rule r WHERE r.kind = ''count'' GROUP BY r.number
            ) n WHERE r.number = n.number AND n.change <> 0', records);
    END IF;
END
$$;

-- Writing -----------------------------------------------------------------------------------------------------------------

-- Puts rules in force, and fills `golden` with all records, so that ipf.write_golden checks them. `parsed` contains an
-- object for each rule, with the columns of ipf.rule as members.
CREATE FUNCTION ipf.set_rules(rules text, parsed jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    PERFORM ipf.check_load(NULL);
    PERFORM ipf.check_stage();
    -- Golden records that are held back differ from the records of sources, as with a policy.
    IF NOT EXISTS (SELECT 1 FROM ipf.policy) THEN
        PERFORM ipf.keep_sayings_apart();
        INSERT INTO ipf.policy (seq, text) VALUES (batch.seq, E'# The default, set with the first rules.\ntake records\n');
    END IF;
    INSERT INTO ipf.rules (seq, text) VALUES (batch.seq, set_rules.rules);
    DELETE FROM ipf.rule;
    INSERT INTO ipf.rule (number, line, holds, sources, types, field, kind, texts, bound, is_percent, least, most)
    SELECT row_number() OVER (), p.* FROM jsonb_to_recordset(parsed) p (line text, holds boolean, sources text[], types text[],
        field text, kind text, texts text[], bound numeric, is_percent boolean, least bigint, most bigint);
    UPDATE ipf.exception e SET to_seq = batch.seq, ending = coalesce(e.ending, 'dropped')
    WHERE e.to_seq IS NULL AND NOT EXISTS (SELECT 1 FROM ipf.rule r WHERE r.line = e.line);
    TRUNCATE ipf.unique_text;
    PERFORM ipf.note_published('SELECT symbol, ipf.fields(profile) AS fields, NULL::jsonb AS old FROM ipf.instrument');
    TRUNCATE pg_temp.golden;
    EXECUTE 'INSERT INTO pg_temp.golden (symbol, source_id, profile) SELECT symbol, source_id, profile FROM ipf.held
        UNION ALL SELECT symbol, source_id, profile FROM ipf.instrument i
        WHERE NOT EXISTS (SELECT 1 FROM ipf.held h WHERE h.symbol = i.symbol)';
END
$$;

-- Returns an exception that no person has resolved and whose cause lasts, or raises an error.
CREATE FUNCTION ipf.open_exception(exception_id bigint) RETURNS ipf.exception
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found ipf.exception;
BEGIN
    SELECT * INTO found FROM ipf.exception e WHERE e.id = exception_id;
    IF found.id IS NULL THEN
        RAISE EXCEPTION 'there is no exception %; ipf master exceptions lists them', exception_id
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF found.ending IS NOT NULL THEN
        RAISE EXCEPTION 'exception % was % by batch %', exception_id, found.ending, coalesce(found.resolved_seq, found.to_seq)
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN found;
END
$$;

-- Assigns an exception to a person.
CREATE FUNCTION ipf.assign_exception(exception_id bigint, person text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('exception');
BEGIN
    PERFORM ipf.open_exception(exception_id);
    UPDATE ipf.exception e SET assignee = person, assigned_seq = batch.seq WHERE e.id = exception_id;
END
$$;

-- Resolves an exception. If it is accepted, this batch publishes its record, unless another exception holds the record
-- back. If it is rejected, the record remains held back until the sources change it. A warning is always accepted,
-- because its record is published. The caller must then call ipf.write_golden.
CREATE FUNCTION ipf.resolve_exception(exception_id bigint, accepts boolean, reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('exception');
    resolved CONSTANT ipf.exception := ipf.open_exception(exception_id);
BEGIN
    PERFORM ipf.check_stage();
    UPDATE ipf.exception e SET resolved_seq = batch.seq, reason = resolve_exception.reason,
        ending = CASE WHEN accepts OR NOT e.holds THEN 'accepted' ELSE 'rejected' END
    WHERE e.id = exception_id;
    EXECUTE 'INSERT INTO pg_temp.golden (symbol, source_id, profile) SELECT h.symbol, h.source_id, h.profile FROM ipf.held h
        WHERE h.symbol = $1 AND NOT EXISTS (SELECT 1 FROM pg_temp.golden g WHERE g.symbol = $1)' USING resolved.symbol;
END
$$;

CREATE OR REPLACE FUNCTION ipf.check_batch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.source_id IS NOT NULL OR NEW.note NOT IN ('override', 'expire', 'exception') THEN
        PERFORM ipf.check_load((SELECT name FROM ipf.source WHERE id = NEW.source_id));
    ELSIF NOT ipf.may_override() THEN
        RAISE EXCEPTION 'role % may not override fields', session_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;

-- As before, but applies the rules.
CREATE OR REPLACE FUNCTION ipf.write_golden() RETURNS bigint
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
    -- Without rules, an exception can't last, and no record is held back.
    IF EXISTS (SELECT 1 FROM ipf.rule) OR EXISTS (SELECT 1 FROM ipf.held) THEN PERFORM ipf.apply_rules(); END IF;
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

-- For the owner -----------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION ipf.let_write(writer name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(writer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.source_id(text), ipf.begin_batch(integer, text, text, text, text), '
        'ipf.open_stage(), ipf.apply_stage(bigint, boolean, boolean), ipf.note_listings(), ipf.note_renames(), '
        'ipf.write_golden(), ipf.begin_first_load(), ipf.end_first_load(), ipf.put_digests(integer, bytea), '
        'ipf.forget_digests(), ipf.set_policy(text, boolean), ipf.set_rules(text, jsonb), ipf.repair_source(integer), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', writer);
    IF NOT EXISTS (SELECT 1 FROM ipf.writer w WHERE w.role = let_write.writer) THEN
        INSERT INTO ipf.writer (role, source) VALUES (let_write.writer, NULL);
    END IF;
END
$$;

-- Lets a role override fields and resolve exceptions.
CREATE OR REPLACE FUNCTION ipf.let_override(corrector name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(corrector);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.begin_batch(integer, text, text, text, text), ipf.open_stage(), '
        'ipf.propose_override(text, text, text, text, timestamptz), ipf.approve_override(bigint), '
        'ipf.withdraw_override(bigint), ipf.expire_overrides(), ipf.assign_exception(bigint, text), '
        'ipf.resolve_exception(bigint, boolean, text), ipf.write_golden(), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', corrector);
    INSERT INTO ipf.corrector (role) VALUES (corrector) ON CONFLICT DO NOTHING;
END
$$;

REVOKE EXECUTE ON FUNCTION ipf.open_checks(), ipf.find_repeated(text), ipf.find_counts(text), ipf.apply_rules(), ipf.note_exceptions(),
    ipf.note_published(text), ipf.set_rules(text, jsonb), ipf.open_exception(bigint), ipf.assign_exception(bigint, text),
    ipf.resolve_exception(bigint, boolean, text) FROM PUBLIC;

-- Grant the new functions to existing roles.
DO $$
DECLARE
    known name;
BEGIN
    FOR known IN SELECT DISTINCT w.role FROM ipf.writer w JOIN pg_roles r ON r.rolname = w.role LOOP
        PERFORM ipf.let_write(known);
    END LOOP;
    FOR known IN SELECT c.role FROM ipf.corrector c JOIN pg_roles r ON r.rolname = c.role LOOP
        PERFORM ipf.let_override(known);
    END LOOP;
END
$$;
