import type { Database } from "#platform/database/database.ts";

interface LoggedEntry {
  readonly action: string;
  readonly before_json: string;
  readonly after_json: string;
}

export async function auditEntries({ read }: Database): Promise<LoggedEntry[]> {
  return read
    .selectFrom("audit_log")
    .select(["action", "before_json", "after_json"])
    .orderBy("id")
    .execute();
}
