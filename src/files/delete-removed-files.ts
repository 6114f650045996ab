import { startWorker, type Worker } from "../platform/worker.ts";
import type { FileDependencies } from "./private-files.ts";

const intervalMs = 60_000;
/**
 * Longer than the server lets a request run, so a file that is unfinished after this time belongs
 * to a request whose process has died.
 */
export const unfinishedMs = 30 * 60_000;
/** Small, because other writes wait while a write runs, and a part has up to a megabyte. */
const partsPerWrite = 8;

export function startDeletingRemovedFiles(dependencies: FileDependencies): Worker {
  return startWorker({
    name: "delete-removed-files",
    intervalMs,
    log: dependencies.log,
    workOnce: () => deleteRemovedFiles(dependencies),
  });
}

/**
 * Deletes some parts of a removed file, or of a file whose upload broke off, and the file after its
 * last part. Resolves to true when more may have to be deleted.
 */
export async function deleteRemovedFiles({ database, clock }: FileDependencies): Promise<boolean> {
  const due = await database.read
    .selectFrom("private_files")
    .select("id")
    .where("state", "<>", "stored")
    .where((where) =>
      where.or([where("state", "=", "removed"), where("started_at", "<=", clock() - unfinishedMs)]),
    )
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return false;
  await database.write(async (tx) => {
    // Compared again, because the file may have become visible meanwhile.
    const { numUpdatedRows } = await tx
      .updateTable("private_files")
      .set({ state: "removed" })
      .where("id", "=", due.id)
      .where("state", "<>", "stored")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const positions = await tx
      .selectFrom("private_file_parts")
      .select("position")
      .where("file_id", "=", due.id)
      .orderBy("position")
      .limit(partsPerWrite)
      .execute();
    if (positions.length === 0) {
      await tx.deleteFrom("private_files").where("id", "=", due.id).execute();
      return;
    }
    await tx
      .deleteFrom("private_file_parts")
      .where("file_id", "=", due.id)
      .where(
        "position",
        "in",
        positions.map(({ position }) => position),
      )
      .execute();
  });
  return true;
}
