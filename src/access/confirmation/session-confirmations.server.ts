import type { WriteTransaction } from "#platform/database/database.ts";

/** The last time that a session confirmed again. A row counts only while its session exists. */
interface SessionConfirmationsTable {
  session_id: string;
  confirmed_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    session_confirmations: SessionConfirmationsTable;
  }
}

export const confirmedForMs = 10 * 60_000;

/**
 * Part of the actor of a session: says whether the sign-in or the last confirmation is recent
 * enough.
 */
export function confirmedRecently(
  signedInAt: number,
  confirmedAt: number | null,
): { readonly confirmedRecently?: true } {
  const last = Math.max(signedInAt, Number(confirmedAt));
  return last > Date.now() - confirmedForMs ? { confirmedRecently: true } : {};
}

/** Stores the confirmation of a session, and deletes expired confirmations. */
export async function storeConfirmation(
  tx: WriteTransaction,
  sessionId: string,
  confirmed_at: number,
): Promise<void> {
  await tx
    .deleteFrom("session_confirmations")
    .where("confirmed_at", "<=", confirmed_at - confirmedForMs)
    .execute();
  await tx
    .insertInto("session_confirmations")
    .values({ session_id: sessionId, confirmed_at })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ confirmed_at }))
    .execute();
}
