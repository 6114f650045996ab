/**
 * The database's tables. Each module adds its own by declaration merging, beside the migration
 * that creates them, so that a table has one home.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
