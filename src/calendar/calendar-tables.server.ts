/** The calendar address of a person; at most one. */
interface CalendarFeedsTable {
  account_id: string;
  /** Part of the address, which is signed with the secret of the installation. */
  id: string;
  created_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    calendar_feeds: CalendarFeedsTable;
  }
}
