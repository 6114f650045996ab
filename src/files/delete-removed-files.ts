import { startWorker, type Worker } from "../platform/worker.ts";
import { deleteSomeRows, deleteUnusedObjects, releaseObjects } from "./file-parts.server.ts";
import { endAbandonedMove } from "./move-files.ts";
import type { FileDependencies } from "./private-files.ts";

const intervalMs = 60_000;
/**
 * Longer than the server lets a request run, so a file that is unfinished after this time belongs
 * to a request whose process has died.
 */
export const unfinishedMs = 30 * 60_000;

export function startDeletingRemovedFiles(dependencies: FileDependencies): Worker {
  return startWorker({
    name: "delete-removed-files",
    intervalMs,
    log: dependencies.log,
    workOnce: () => deleteRemovedFiles(dependencies),
  });
}

/**
 * Deletes some of the bytes that no file needs: parts of a removed file or of an interrupted
 * upload, copies of an interrupted move, and unused objects in the bucket. Returns true when there
 * may be more. Deletes from the database first, so that a `BucketError` of a failing bucket does
 * not prevent these deletions.
 */
export async function deleteRemovedFiles(dependencies: FileDependencies): Promise<boolean> {
  if (await deletePartsOfFile(dependencies)) return true;
  if (await endAbandonedMove(dependencies, dependencies.clock() - unfinishedMs)) return true;
  return deleteUnusedObjects(dependencies);
}

async function deletePartsOfFile({ database, clock }: FileDependencies): Promise<boolean> {
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
    // Compares the state again, because the file may have become visible meanwhile.
    const { numUpdatedRows } = await tx
      .updateTable("private_files")
      .set({ state: "removed" })
      .where("id", "=", due.id)
      .where("state", "<>", "stored")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    // Ends a running move of this file, because the move stops when its token is gone.
    await tx.deleteFrom("private_file_moves").where("file_id", "=", due.id).execute();
    await releaseObjects(tx, due.id);
    if (await deleteSomeRows(tx, due.id)) return;
    await tx.deleteFrom("private_files").where("id", "=", due.id).execute();
  });
  return true;
}
