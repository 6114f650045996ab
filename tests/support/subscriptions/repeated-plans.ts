import type { Database } from "#platform/database/database.ts";

/** Lets a plan of the site be charged again and again. */
export async function chargeAgain(
  database: Database,
  plan: string,
  packageCharged: string,
): Promise<void> {
  await database.write(async (tx) => {
    const rows = await tx.selectFrom("content_records").selectAll().execute();
    const row = rows.find(({ field_values }) => JSON.parse(field_values).packageName === plan);
    if (row === undefined) throw new Error(`There is no plan ${plan}.`);
    const field_values = JSON.stringify({ ...JSON.parse(row.field_values), packageCharged });
    await tx
      .updateTable("content_records")
      .set({ field_values })
      .where("id", "=", row.id)
      .execute();
  });
}
