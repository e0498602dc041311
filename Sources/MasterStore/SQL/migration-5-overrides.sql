-- Corrections by people, and the person, reason and program of each batch.

-- The writing program states the person, the reason and its own version. The server verifies only the role in by_whom.
ALTER TABLE ipf.batch ADD COLUMN person text, ADD COLUMN reason text, ADD COLUMN program text;

-- The roles that may override fields (`ipf master grant ROLE --overrides`). The owner may, too.
CREATE TABLE ipf.corrector (role name PRIMARY KEY);

-- Whether each override requires the approval of another role.
ALTER TABLE ipf.policy ADD COLUMN approves_overrides boolean NOT NULL DEFAULT false;

-- Overrides (`ipf master override`). Each replaces one field of a golden record while it is in force. Rows are never
-- deleted. The batches contain the persons and the times.
CREATE TABLE ipf.override (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The symbol of the instrument in the golden record or in any source.
    symbol text COLLATE "C" NOT NULL,
    field text COLLATE "C" NOT NULL CHECK (field NOT IN ('', 'SYMBOL')),
    -- The text in normal form; empty if the override removes the field.
    value text NOT NULL,
    reason text NOT NULL CHECK (reason <> ''),
    -- The time at which the override is to end; NULL for an unlimited override. Only a batch ends an override (`ipf
    -- master expire`), so that golden records do not depend on the clock.
    until timestamptz,
    -- The batch that entered the override.
    proposed_seq bigint NOT NULL,
    -- The batch since which the override is in force; NULL for a proposal.
    from_seq bigint,
    -- The batch that ended the override or the proposal; NULL if it has not ended.
    to_seq bigint,
    ending text CHECK (ending IN ('replaced', 'withdrawn', 'rejected', 'expired')),
    CHECK ((to_seq IS NULL) = (ending IS NULL))
);
-- At most one override of each field is in force.
CREATE UNIQUE INDEX override_in_force ON ipf.override (symbol, field) WHERE from_seq IS NOT NULL AND to_seq IS NULL;

-- Rights ------------------------------------------------------------------------------------------------------------------

-- Returns whether the session's role may override fields.
CREATE FUNCTION ipf.may_override() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_has_role(session_user, current_user, 'MEMBER') OR EXISTS (
        SELECT 1 FROM ipf.corrector c JOIN pg_roles r ON r.rolname = c.role WHERE pg_has_role(session_user, r.oid, 'MEMBER'))
$$;

CREATE OR REPLACE FUNCTION ipf.check_batch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.source_id IS NOT NULL OR NEW.note NOT IN ('override', 'expire') THEN
        PERFORM ipf.check_load((SELECT name FROM ipf.source WHERE id = NEW.source_id));
    ELSIF NOT ipf.may_override() THEN
        RAISE EXCEPTION 'role % may not override fields', session_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;

-- Returns this transaction's batch, which must be of the given kind.
CREATE FUNCTION ipf.override_batch(note text) RETURNS ipf.batch
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    IF batch.source_id IS NOT NULL OR batch.note <> override_batch.note THEN
        RAISE EXCEPTION 'this batch is of another kind: begin one of kind %', override_batch.note;
    END IF;
    RETURN batch;
END
$$;

-- Writing -----------------------------------------------------------------------------------------------------------------

-- Begins a batch, and locks the head until the end of the transaction. `source` is NULL if the batch has no source.
DROP FUNCTION ipf.begin_batch(integer, text);
CREATE FUNCTION ipf.begin_batch(
    source integer, note text, person text DEFAULT NULL, reason text DEFAULT NULL, program text DEFAULT NULL,
    OUT seq bigint, OUT epoch bigint, OUT at timestamptz)
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
    INSERT INTO ipf.batch (seq, epoch, at, source_id, by_whom, note, person, reason, program)
    VALUES (begin_batch.seq, begin_batch.epoch, begin_batch.at, source, session_user, note, nullif(person, ''),
        nullif(reason, ''), program);
END
$$;

-- Proposes an override in this batch, and returns its number.
CREATE FUNCTION ipf.propose_override(symbol text, field text, value text, reason text, until timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('override');
    made bigint;
BEGIN
    IF until <= batch.at THEN
        RAISE EXCEPTION 'the override of % of % would have ended at %; name a later time', field, symbol, until
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    INSERT INTO ipf.override (symbol, field, value, reason, until, proposed_seq)
    VALUES (propose_override.symbol, propose_override.field, propose_override.value, propose_override.reason,
        propose_override.until, batch.seq)
    RETURNING id INTO made;
    RETURN made;
END
$$;

-- Returns an override that has not ended, or raises an error.
CREATE FUNCTION ipf.open_override(override_id bigint) RETURNS ipf.override
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found ipf.override;
BEGIN
    SELECT * INTO found FROM ipf.override o WHERE o.id = override_id;
    IF found.id IS NULL THEN
        RAISE EXCEPTION 'there is no override %; ipf master overrides lists them', override_id
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF found.to_seq IS NOT NULL THEN
        RAISE EXCEPTION 'override % was % by batch %', override_id, found.ending, found.to_seq
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN found;
END
$$;

-- Puts a proposal in force, which ends the field's previous override. A proposal of an earlier batch must be approved
-- by another person. With the policy's line `approve overrides`, each proposal must be approved by another role. The
-- caller must then fill `golden`.
CREATE FUNCTION ipf.approve_override(override_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('override');
    proposal CONSTANT ipf.override := ipf.open_override(override_id);
    proposed ipf.batch;
BEGIN
    IF proposal.from_seq IS NOT NULL THEN
        RAISE EXCEPTION 'override % is in force since batch %; there is nothing to approve', override_id, proposal.from_seq
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
    -- Golden records with overrides differ from the records of sources, as with a policy. So a store without a policy
    -- gets the default policy.
    IF NOT EXISTS (SELECT 1 FROM ipf.policy) THEN
        PERFORM ipf.keep_sayings_apart();
        INSERT INTO ipf.policy (seq, text) VALUES (batch.seq, E'# The default, set with the first override.\ntake records\n');
    END IF;
    UPDATE ipf.override o SET to_seq = batch.seq, ending = 'replaced'
    WHERE o.symbol = proposal.symbol AND o.field = proposal.field AND o.from_seq IS NOT NULL AND o.to_seq IS NULL;
    UPDATE ipf.override o SET from_seq = batch.seq WHERE o.id = override_id;
END
$$;

-- Withdraws an override, or rejects a proposal. The caller must then fill `golden`.
CREATE FUNCTION ipf.withdraw_override(override_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('override');
    ended CONSTANT ipf.override := ipf.open_override(override_id);
BEGIN
    UPDATE ipf.override o
    SET to_seq = batch.seq, ending = CASE WHEN ended.from_seq IS NULL THEN 'rejected' ELSE 'withdrawn' END
    WHERE o.id = override_id;
END
$$;

-- Ends all overrides and proposals whose `until` has passed, and returns them. The caller must then fill `golden`.
CREATE FUNCTION ipf.expire_overrides() RETURNS SETOF ipf.override
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.override_batch('expire');
BEGIN
    RETURN QUERY UPDATE ipf.override o SET to_seq = batch.seq, ending = 'expired'
    WHERE o.to_seq IS NULL AND o.until <= batch.at RETURNING o.*;
END
$$;

DROP FUNCTION ipf.set_policy(text);
CREATE FUNCTION ipf.set_policy(policy text, approves_overrides boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    PERFORM ipf.check_load(NULL);
    PERFORM ipf.keep_sayings_apart();
    INSERT INTO ipf.policy (seq, text, approves_overrides)
    VALUES (batch.seq, set_policy.policy, set_policy.approves_overrides);
END
$$;

-- Stores the listings of records in ipf.said.
CREATE OR REPLACE FUNCTION ipf.note_listings() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch CONSTANT ipf.batch := ipf.this_batch();
BEGIN
    -- A batch of overrides has no source, but its role may not change the records of all sources.
    IF batch.source_id IS NULL THEN PERFORM ipf.check_load(NULL); END IF;
    PERFORM ipf.check_stage();
    EXECUTE 'UPDATE ipf.said s SET listing = n.listing FROM pg_temp.listing_noted n
        WHERE s.source_id = n.source_id AND s.symbol = n.symbol AND s.listing IS DISTINCT FROM n.listing
            AND ($1 IS NULL OR s.source_id = $1)' USING batch.source_id;
END
$$;

-- For the owner -----------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION ipf.let_write(writer name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(writer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.source_id(text), ipf.begin_batch(integer, text, text, text, text), '
        'ipf.open_stage(), ipf.apply_stage(bigint, boolean, boolean), ipf.note_listings(), ipf.note_renames(), '
        'ipf.write_golden(), ipf.begin_first_load(), ipf.end_first_load(), ipf.put_digests(integer, bytea), '
        'ipf.forget_digests(), ipf.set_policy(text, boolean), ipf.repair_source(integer), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', writer);
    IF NOT EXISTS (SELECT 1 FROM ipf.writer w WHERE w.role = let_write.writer) THEN
        INSERT INTO ipf.writer (role, source) VALUES (let_write.writer, NULL);
    END IF;
END
$$;

-- Lets a role override fields.
CREATE FUNCTION ipf.let_override(corrector name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_read(corrector);
    EXECUTE format('GRANT EXECUTE ON FUNCTION ipf.begin_batch(integer, text, text, text, text), ipf.open_stage(), '
        'ipf.propose_override(text, text, text, text, timestamptz), ipf.approve_override(bigint), '
        'ipf.withdraw_override(bigint), ipf.expire_overrides(), ipf.write_golden(), '
        'ipf.end_batch(bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean, jsonb) TO %I', corrector);
    INSERT INTO ipf.corrector (role) VALUES (corrector) ON CONFLICT DO NOTHING;
END
$$;

REVOKE EXECUTE ON FUNCTION ipf.begin_batch(integer, text, text, text, text), ipf.override_batch(text), ipf.open_override(bigint),
    ipf.propose_override(text, text, text, text, timestamptz), ipf.approve_override(bigint), ipf.withdraw_override(bigint),
    ipf.expire_overrides(), ipf.set_policy(text, boolean), ipf.let_override(name) FROM PUBLIC;

-- Grant the replaced functions to existing writers.
DO $$
DECLARE
    writer name;
BEGIN
    FOR writer IN SELECT DISTINCT w.role FROM ipf.writer w JOIN pg_roles r ON r.rolname = w.role LOOP
        PERFORM ipf.let_write(writer);
    END LOOP;
END
$$;
