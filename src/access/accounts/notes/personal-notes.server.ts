import { rowChunks } from "#platform/database/row-chunks.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/**
 * Notes about a customer, including notes in the trash. The export omits the authors, because they
 * are other people.
 */
export const personalNotes: PersonalData = {
  name: "notes",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: "" },
      ({ id }: { readonly id: string }) => id,
      (last, size) =>
        queries
          .selectFrom("customer_notes")
          .select(["id", "note", "created_at"])
          .where("account_id", "=", accountId)
          .where("id", ">", last)
          .orderBy("id")
          .limit(size)
          .execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ note, created_at }) => ({ note, at: isoTime(created_at) }));
    }
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom("customer_notes").where("account_id", "=", accountId).execute();
  },
};
