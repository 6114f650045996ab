import type { WriteTransaction } from "#platform/database/database.ts";
import { isRoleWithin } from "#policy/keys.ts";
import type { WayIn } from "#policy/ways-in.ts";

export const apiKeysWayIn: WayIn = {
  kind: "apiKeys",
  words: ["API key", "API keys"],
  secrets: ["api_keys.key_hash"],
  async count(queries, { accountId, at }) {
    const { count } = await queries
      .selectFrom("api_keys")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", at)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async end(tx, { accountId, at }) {
    await tx
      .updateTable("api_keys")
      .set({ revoked_at: at })
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .execute();
  },
};

/**
 * Revokes the keys with a role that the account does not have any more. Otherwise such a key would
 * work again if the account gets the role back.
 */
export async function endKeysBeyond(
  tx: WriteTransaction,
  role: string | null,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<void> {
  const keys = await tx
    .selectFrom("api_keys")
    .select(["id", "key_role"])
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .execute();
  const beyond = keys.filter(({ key_role }) => !isRoleWithin(key_role, role)).map(({ id }) => id);
  if (beyond.length === 0) return;
  await tx.updateTable("api_keys").set({ revoked_at: at }).where("id", "in", beyond).execute();
}
