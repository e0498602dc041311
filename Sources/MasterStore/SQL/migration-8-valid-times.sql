-- Since when loads and corrections are true, beside the batches in which the store learned of them.

-- The time since which the changes of a load are true; NULL if it is the time of the batch. A batch that changes something
-- is never valid before an earlier one. So the last batch that is valid at a time has the state of that time.
ALTER TABLE ipf.batch ADD COLUMN valid_from timestamptz, ADD CHECK (valid_from <= at);

ALTER TABLE ipf.override
    -- The time since which the override is true; NULL if it is the time of the batch that puts it in force.
    ADD COLUMN valid_from timestamptz CHECK (valid_from < until),
    -- The batch that approved the override; NULL for a proposal. An approved override without from_seq is pending: a
    -- batch puts it in force at valid_from or later (`ipf master expire`).
    ADD COLUMN approved_seq bigint;
UPDATE ipf.override SET approved_seq = from_seq;
ALTER TABLE ipf.override ADD CHECK (from_seq IS NULL OR approved_seq IS NOT NULL);

-- Reading -----------------------------------------------------------------------------------------------------------------

-- Returns whether a batch changed what the store contains.
CREATE FUNCTION ipf.has_changes(batch ipf.batch) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT batch.added + batch.changed + batch.removed + batch.effects > 0
        OR EXISTS (SELECT 1 FROM ipf.override o WHERE batch.seq IN (o.from_seq, o.to_seq))
$$;

-- Returns the fields that are true at a time, as the store knew at a batch, although the golden records of an earlier
-- batch do not contain them. The last one of a field counts.
CREATE FUNCTION ipf.corrections(after_seq bigint, known_seq bigint, moment timestamptz)
RETURNS TABLE (id bigint, symbol text, field text, value text) LANGUAGE sql STABLE AS $$
    SELECT o.id, o.symbol, o.field, o.value FROM ipf.override o
    WHERE o.from_seq > after_seq AND o.from_seq <= known_seq AND o.valid_from <= moment
        AND (o.until IS NULL OR o.until > moment)
    -- An override that its own batch replaced precedes the other one.
    ORDER BY o.from_seq, o.to_seq IS NOT DISTINCT FROM o.from_seq DESC, o.valid_from, o.id
$$;

-- Writing -----------------------------------------------------------------------------------------------------------------

-- States since when the changes of this load are true. The records that sources had at earlier times are not stored. So
-- a load can't be valid before an earlier change.
CREATE FUNCTION ipf.set_valid_from(moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    earlier ipf.batch;
BEGIN
    IF batch.source_id IS NULL THEN RAISE EXCEPTION 'only the batch of a source has a time since which it is true'; END IF;
    IF moment > batch.at THEN
        RAISE EXCEPTION 'the load would be valid from %, which is in the future; load it then', moment
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT * INTO earlier FROM ipf.batch b WHERE b.seq < batch.seq AND ipf.has_changes(b) ORDER BY b.seq DESC LIMIT 1;
    IF coalesce(earlier.valid_from, earlier.at) > moment THEN
        RAISE EXCEPTION 'the load would be valid from %, but batch % has changed the store since %; a load can be valid from '
            'that time at the earliest, because earlier records of sources are not stored', moment, earlier.seq,
            coalesce(earlier.valid_from, earlier.at)
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    UPDATE ipf.batch b SET valid_from = moment WHERE b.seq = batch.seq;
END
$$;

-- Proposes an override in this batch, and returns its number.
DROP FUNCTION ipf.propose_override(text, text, text, text, timestamptz);
CREATE FUNCTION ipf.propose_override(
    symbol text, field text, value text, reason text, until timestamptz, valid_from timestamptz DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('override');
    first_valid timestamptz;
    made bigint;
BEGIN
    IF until <= batch.at THEN
        RAISE EXCEPTION 'the override of % of % would have ended at %; name a later time', field, symbol, until
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF valid_from >= until THEN
        RAISE EXCEPTION 'the override of % of % would begin at %, but end at %; name an earlier beginning', field, symbol,
            valid_from, until
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF valid_from IS NOT NULL THEN
        IF field = 'TYPE' THEN
            RAISE EXCEPTION 'TYPE of % can''t be overridden from another time: the type selects the lines of the policy, and '
                'earlier records of sources are not stored', symbol
            USING ERRCODE = 'invalid_parameter_value';
        END IF;
        IF NOT EXISTS (SELECT 1 FROM ipf.instrument i WHERE i.symbol = propose_override.symbol) THEN
            RAISE EXCEPTION '% is not the symbol of a golden record, so its override can''t begin at another time; name the '
                'symbol that ipf master explain shows first', symbol
            USING ERRCODE = 'invalid_parameter_value';
        END IF;
        SELECT coalesce(b.valid_from, b.at) INTO first_valid FROM ipf.batch b WHERE b.added > 0 ORDER BY b.seq LIMIT 1;
        IF valid_from < first_valid THEN
            RAISE EXCEPTION 'the override of % of % would begin at %, but the store has instruments since % only', field, symbol,
                valid_from, first_valid
            USING ERRCODE = 'invalid_parameter_value';
        END IF;
    END IF;
    INSERT INTO ipf.override (symbol, field, value, reason, until, valid_from, proposed_seq)
    VALUES (propose_override.symbol, propose_override.field, propose_override.value, propose_override.reason,
        propose_override.until, propose_override.valid_from, batch.seq)
    RETURNING id INTO made;
    RETURN made;
END
$$;

-- Puts an approved override in force, which ends the field's previous override.
CREATE FUNCTION ipf.begin_override(override_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
    approved ipf.override;
BEGIN
    SELECT * INTO STRICT approved FROM ipf.override o WHERE o.id = override_id AND o.approved_seq IS NOT NULL;
    -- Golden records with overrides differ from the records of sources, as with a policy. So a store without a policy
    -- gets the default as one.
    IF NOT EXISTS (SELECT 1 FROM ipf.policy) THEN
        PERFORM ipf.keep_sayings_apart();
        INSERT INTO ipf.policy (seq, text) VALUES (batch.seq, E'# The default, set with the first override.\ntake records\n');
    END IF;
    UPDATE ipf.override o SET to_seq = batch.seq, ending = 'replaced'
    WHERE o.symbol = approved.symbol AND o.field = approved.field AND o.from_seq IS NOT NULL AND o.to_seq IS NULL;
    UPDATE ipf.override o SET from_seq = batch.seq WHERE o.id = override_id;
END
$$;

-- Approves a proposal, and puts it in force unless it begins later. A proposal of an earlier batch requires another
-- person, and with the policy's line `approve overrides`, each proposal requires another role. The caller must then fill
-- `golden`.
CREATE OR REPLACE FUNCTION ipf.approve_override(override_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('override');
    proposal CONSTANT ipf.override := ipf.open_override(override_id);
    proposed ipf.batch;
BEGIN
    IF proposal.from_seq IS NOT NULL THEN
        RAISE EXCEPTION 'override % is in force since batch %; there is nothing to approve', override_id, proposal.from_seq
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF proposal.approved_seq IS NOT NULL THEN
        RAISE EXCEPTION 'override % was approved by batch %, and begins at %; there is nothing to approve', override_id,
            proposal.approved_seq, proposal.valid_from
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF proposal.until <= batch.at THEN
        RAISE EXCEPTION 'override % would have ended at %; propose a new one', override_id, proposal.until
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT * INTO STRICT proposed FROM ipf.batch b WHERE b.seq = proposal.proposed_seq;
    IF proposed.by_whom = batch.by_whom
        AND (SELECT p.approves_overrides FROM ipf.policy p ORDER BY p.seq DESC LIMIT 1)
    THEN
        RAISE EXCEPTION 'the policy (approve overrides) requires another role than %, which proposed override %: propose it, '
            'then have another role approve it', proposed.by_whom, override_id
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF proposed.seq <> batch.seq AND coalesce(proposed.person, proposed.by_whom) = coalesce(batch.person, batch.by_whom) THEN
        RAISE EXCEPTION '% proposed override %; another person must approve it', coalesce(batch.person, batch.by_whom), override_id
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    UPDATE ipf.override o SET approved_seq = batch.seq WHERE o.id = override_id;
    IF proposal.valid_from > batch.at THEN RETURN; END IF;
    PERFORM ipf.begin_override(override_id);
END
$$;

-- Withdraws an override, or rejects a proposal. The caller must then fill `golden`.
CREATE OR REPLACE FUNCTION ipf.withdraw_override(override_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('override');
    ended CONSTANT ipf.override := ipf.open_override(override_id);
BEGIN
    UPDATE ipf.override o
    SET to_seq = batch.seq, ending = CASE WHEN ended.approved_seq IS NULL THEN 'rejected' ELSE 'withdrawn' END
    WHERE o.id = override_id;
END
$$;

-- Puts the pending overrides in force whose time has come, ends all overrides and proposals whose time is over, and
-- returns both. The caller must then fill `golden`.
CREATE OR REPLACE FUNCTION ipf.expire_overrides() RETURNS SETOF ipf.override
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('expire');
    due bigint;
BEGIN
    FOR due IN
        SELECT o.id FROM ipf.override o WHERE o.approved_seq IS NOT NULL AND o.from_seq IS NULL AND o.to_seq IS NULL
            AND o.valid_from <= batch.at ORDER BY o.valid_from, o.id
    LOOP
        PERFORM ipf.begin_override(due);
    END LOOP;
    UPDATE ipf.override o SET to_seq = batch.seq, ending = 'expired' WHERE o.to_seq IS NULL AND o.until <= batch.at;
    RETURN QUERY SELECT * FROM ipf.override o
    WHERE o.from_seq = batch.seq OR o.to_seq = batch.seq AND o.ending = 'expired' ORDER BY o.id;
END
$$;

-- For the owner -----------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION ipf.let_write(writer name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(writer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.source_id(text), ipf.begin_batch(integer, text, text, text, text), '
        'ipf.set_valid_from(timestamptz), '
        'ipf.open_stage(), ipf.apply_stage(bigint, boolean, boolean), ipf.note_listings(), ipf.note_renames(), '
        'ipf.write_golden(), ipf.begin_first_load(), ipf.end_first_load(), ipf.put_digests(integer, bytea), '
        'ipf.forget_digests(), ipf.set_policy(text, boolean), ipf.set_rules(text, jsonb), ipf.repair_source(integer), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', writer);
    IF NOT EXISTS (SELECT 1 FROM ipf.writer w WHERE w.role = let_write.writer) THEN
        INSERT INTO ipf.writer (role, source) VALUES (let_write.writer, NULL);
    END IF;
END
$$;

CREATE OR REPLACE FUNCTION ipf.let_override(corrector name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(corrector);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.begin_batch(integer, text, text, text, text), ipf.open_stage(), '
        'ipf.propose_override(text, text, text, text, timestamptz, timestamptz), ipf.approve_override(bigint), '
        'ipf.withdraw_override(bigint), ipf.expire_overrides(), ipf.assign_exception(bigint, text), '
        'ipf.resolve_exception(bigint, boolean, text), ipf.write_golden(), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', corrector);
    INSERT INTO ipf.corrector (role) VALUES (corrector) ON CONFLICT DO NOTHING;
END
$$;

REVOKE EXECUTE ON FUNCTION ipf.set_valid_from(timestamptz), ipf.begin_override(bigint),
    ipf.propose_override(text, text, text, text, timestamptz, timestamptz) FROM PUBLIC;

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
