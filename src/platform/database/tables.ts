/**
 * The tables of the database. Each module declares its tables by declaration merging next to the
 * migration that creates them, so that a table is defined in one place.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
