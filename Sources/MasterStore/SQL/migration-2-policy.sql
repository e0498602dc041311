-- Which source is believed, and which symbols took the place of others.

-- The policies (`ipf master policy`): the last one is in force, the others were.
CREATE TABLE ipf.policy (
    -- The batch that set it.
    seq bigint PRIMARY KEY,
    text text NOT NULL
);

-- A source gave up a symbol and took another one in one batch, and an identifier of the instrument is the same.
CREATE TABLE ipf.rename (
    seq bigint NOT NULL,
    source_id integer NOT NULL,
    old_symbol text COLLATE "C" NOT NULL,
    new_symbol text COLLATE "C" NOT NULL,
    -- The field that stayed the same, and its text.
    field text NOT NULL,
    identifier text NOT NULL,
    PRIMARY KEY (new_symbol, seq, source_id)
);
CREATE INDEX rename_old ON ipf.rename (old_symbol);

-- Lets a role load and follow sources, and set policies.
ALTER FUNCTION ipf.let_write(name) RENAME TO let_load;
CREATE FUNCTION ipf.let_write(writer name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ipf.let_load(writer);
    EXECUTE format('GRANT INSERT ON ipf.policy, ipf.rename TO %I', writer);
END
$$;
REVOKE EXECUTE ON FUNCTION ipf.let_write(name) FROM PUBLIC;

-- Those that may write already.
DO $$
DECLARE
    writer name;
BEGIN
    FOR writer IN
        SELECT DISTINCT pg_get_userbyid(a.grantee) FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = 'ipf.said'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner
    LOOP
        PERFORM ipf.let_write(writer);
    END LOOP;
END
$$;
