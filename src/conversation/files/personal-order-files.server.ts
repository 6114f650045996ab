import { kindOf } from "#files/file-kind.ts";
import { removeFiles } from "#files/receive-file.ts";
import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/**
 * Files that this person or the team added to the orders of an account. The download has only the
 * list; the person downloads each file on the order's page.
 */
export const personalOrderFiles: PersonalData = {
  name: "orderFiles",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: "" },
      (row: { readonly file_id: string }) => row.file_id,
      (after, size) =>
        queries
          .selectFrom("orders")
          .innerJoin("order_files as file", "file.order_id", "orders.id")
          .innerJoin("private_files", "private_files.id", "file.file_id")
          .select(["orders.number as order", "file.file_id", "file.side", "file.created_at"])
          .select(["private_files.name", "private_files.type", "private_files.byte_count"])
          .where("orders.account_id", "=", accountId)
          .where("orders.company_id", "in", companyWithOrders(queries, accountId))
          .where((where) =>
            where.or([where("file.side", "=", "team"), where("file.account_id", "=", accountId)]),
          )
          .where("file.file_id", ">", after)
          .orderBy("file.file_id")
          .limit(size)
          .execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ order, side, name, type, byte_count, created_at }) => ({
        order,
        from: side,
        name,
        kind: kindOf(type),
        bytes: byte_count,
        at: isoTime(created_at),
      }));
    }
  },
  /** Removes the files of both sides. Texts about the files stay with the order. */
  async forget(tx, { accountId }) {
    const ofAccount = tx.selectFrom("orders").select("id").where("account_id", "=", accountId);
    const files = await tx
      .selectFrom("order_files")
      .select("file_id")
      .where("order_id", "in", ofAccount)
      .execute();
    await tx.deleteFrom("order_files").where("order_id", "in", ofAccount).execute();
    for (const { file_id } of files) await removeFiles(tx, [file_id]);
    // Files that this account began to upload and that belong to no order yet.
    await tx
      .updateTable("private_files")
      .set({ state: "removed" })
      .where("account_id", "=", accountId)
      .where("state", "=", "unfinished")
      .execute();
  },
};
