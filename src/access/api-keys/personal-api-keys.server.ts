import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** The API keys of a person, without their hashes. */
export const personalApiKeys: PersonalData = {
  name: "apiKeys",
  async *records(queries, { accountId }) {
    const rows = await queries
      .selectFrom("api_keys")
      .selectAll()
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute();
    yield rows.map((row) => ({
      name: row.name,
      prefix: row.prefix,
      role: row.key_role,
      isReadOnly: row.read_only !== 0,
      createdAt: isoTime(row.created_at),
      expiresAt: isoTime(row.expires_at),
      lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
      revokedAt: row.revoked_at === null ? null : isoTime(row.revoked_at),
    }));
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom("api_keys").where("account_id", "=", accountId).execute();
  },
};
