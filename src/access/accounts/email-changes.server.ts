import type { Selectable } from "kysely";
import type { Queries } from "#platform/database/database.ts";
import { isoTime } from "#platform/time/dates.ts";
import { hashOfToken } from "#platform/tokens.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** The open change of an account's email address: at most one for each account. */
interface EmailChangesTable {
  account_id: string;
  old_email: string;
  new_email: string;
  /** Null when the old address was never confirmed, so nothing is sent there. */
  old_token_hash: string | null;
  new_token_hash: string;
  old_confirmed_at: number | null;
  new_confirmed_at: number | null;
  requested_at: number;
  expires_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    email_changes: EmailChangesTable;
  }
}

export type EmailChangeRow = Selectable<EmailChangesTable>;

/** Undefined when no change is open. */
export async function selectEmailChange(
  queries: Queries,
  accountId: string,
  now: number,
): Promise<EmailChangeRow | undefined> {
  return queries
    .selectFrom("email_changes")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** The open change to which an emailed token belongs; undefined for any other text. */
export async function selectEmailChangeByToken(
  queries: Queries,
  token: string,
  now: number,
): Promise<EmailChangeRow | undefined> {
  const hash = hashOfToken(token);
  return queries
    .selectFrom("email_changes")
    .selectAll()
    .where(({ eb, or }) => or([eb("old_token_hash", "=", hash), eb("new_token_hash", "=", hash)]))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** The open change of the email address, without its tokens. */
export const personalEmailChange: PersonalData = {
  name: "emailChange",
  async *records(queries, { accountId }) {
    const rows = await queries
      .selectFrom("email_changes")
      .select(["new_email", "requested_at", "expires_at"])
      .where("account_id", "=", accountId)
      .execute();
    yield rows.map(({ new_email, requested_at, expires_at }) => ({
      newEmail: new_email,
      requestedAt: isoTime(Number(requested_at)),
      expiresAt: isoTime(Number(expires_at)),
    }));
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
  },
};
