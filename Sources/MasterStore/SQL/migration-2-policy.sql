-- Policies, which decide between sources, and renamed symbols.

-- The policies (`ipf master policy`). The last one is in force; earlier ones are history.
CREATE TABLE ipf.policy (
    -- The batch that set the policy.
    seq bigint PRIMARY KEY,
    text text NOT NULL
);

-- Renames. In a rename, one batch of a source removed a symbol and added another symbol with the same identifier.
CREATE TABLE ipf.rename (
    seq bigint NOT NULL,
    source_id integer NOT NULL,
    old_symbol text COLLATE "C" NOT NULL,
    new_symbol text COLLATE "C" NOT NULL,
    -- The identifying field that did not change, and its text.
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

-- Extend the rights of existing writers.
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
