import { engineOf, type WriteTransaction } from "#platform/database/database.ts";

/** Makes the changes of the books wait for each other, so that a month closes once. */
export async function lockBooks(tx: WriteTransaction): Promise<void> {
  // SQLite runs one write at a time.
  if (engineOf(tx) !== "postgres") return;
  await tx.selectFrom("books").select("id").forUpdate().execute();
}
