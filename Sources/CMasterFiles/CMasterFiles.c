// The migrations of the master's schema, embedded in the program.
// To add a file, add its `#embed` and its row here.
#include "CMasterFiles.h"

// `#embed` is C23. Clang also supports it in earlier modes, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char migration_1_store_sql[] = {
#embed "../MasterStore/SQL/migration-1-store.sql"
};
static const unsigned char migration_2_policy_sql[] = {
#embed "../MasterStore/SQL/migration-2-policy.sql"
};
static const unsigned char migration_3_marks_sql[] = {
#embed "../MasterStore/SQL/migration-3-marks.sql"
};
static const unsigned char migration_4_rights_sql[] = {
#embed "../MasterStore/SQL/migration-4-rights.sql"
};
static const unsigned char migration_5_overrides_sql[] = {
#embed "../MasterStore/SQL/migration-5-overrides.sql"
};
static const unsigned char migration_6_changes_sql[] = {
#embed "../MasterStore/SQL/migration-6-changes.sql"
};
static const unsigned char migration_7_rules_sql[] = {
#embed "../MasterStore/SQL/migration-7-rules.sql"
};
static const unsigned char migration_8_valid_times_sql[] = {
#embed "../MasterStore/SQL/migration-8-valid-times.sql"
};
static const unsigned char migration_9_statistics_sql[] = {
#embed "../MasterStore/SQL/migration-9-statistics.sql"
};
static const unsigned char migration_10_unchanged_sql[] = {
#embed "../MasterStore/SQL/migration-10-unchanged.sql"
};

static const master_file files[] = {
    {"migration-1-store.sql", migration_1_store_sql, sizeof migration_1_store_sql},
    {"migration-2-policy.sql", migration_2_policy_sql, sizeof migration_2_policy_sql},
    {"migration-3-marks.sql", migration_3_marks_sql, sizeof migration_3_marks_sql},
    {"migration-4-rights.sql", migration_4_rights_sql, sizeof migration_4_rights_sql},
    {"migration-5-overrides.sql", migration_5_overrides_sql, sizeof migration_5_overrides_sql},
    {"migration-6-changes.sql", migration_6_changes_sql, sizeof migration_6_changes_sql},
    {"migration-7-rules.sql", migration_7_rules_sql, sizeof migration_7_rules_sql},
    {"migration-8-valid-times.sql", migration_8_valid_times_sql, sizeof migration_8_valid_times_sql},
    {"migration-9-statistics.sql", migration_9_statistics_sql, sizeof migration_9_statistics_sql},
    {"migration-10-unchanged.sql", migration_10_unchanged_sql, sizeof migration_10_unchanged_sql},
};

const master_file *master_files(void) { return files; }

size_t master_files_count(void) { return sizeof files / sizeof *files; }
