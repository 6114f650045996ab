export {};

interface SettingsTable {
  name: string;
  /**
   * JSON; the text `null` for a setting that was removed. The mail server's password is encrypted.
   */
  value: string;
  /** Raised with each change, for the optimistic lock. */
  revision: number;
  changed_by: string;
  changed_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    settings: SettingsTable;
  }
}
