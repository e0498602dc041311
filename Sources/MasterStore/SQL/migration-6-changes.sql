-- An index for reading the changes of earlier batches, from any batch on (`/v1/changes?after=SEQ`).

CREATE INDEX version_from_seq ON ipf.version (from_seq);
