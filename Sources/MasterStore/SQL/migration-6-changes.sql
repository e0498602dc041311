-- The changes of batches in the past, which are read again from any batch on (`/v1/changes?after=SEQ`).

CREATE INDEX version_from_seq ON ipf.version (from_seq);
