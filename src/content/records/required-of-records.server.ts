import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import {
  requireValidRedirect,
  type WaysDependencies,
} from "../addresses/redirect-checks.server.ts";
import type { Block } from "../model/define.ts";
import { listStored } from "./stored-record.server.ts";

/**
 * Checks a record that was just published. Throws "invalid" at its field for a value of a unique field
 * that another published record of the block has, and what `requireValidRedirect` throws. Records that an
 * import, the trash or the history brings back are not checked.
 */
export async function requireFitting(
  tx: WriteTransaction,
  deps: WaysDependencies,
  block: Block,
  id: string,
): Promise<void> {
  await requireValidRedirect(tx, deps, block, id);
  const { uniqueField: path } = block;
  if (path === undefined) return;
  const published = (await listStored(tx, block)).filter((record) => record.published !== null);
  const nameIn = ({ published: values }: (typeof published)[number]) =>
    String(values?.[path] ?? "").trim();
  const written = published.find((record) => record.id === id);
  if (written === undefined) return;
  const value = nameIn(written);
  const isTaken = published.some(
    (other) => other !== written && nameIn(other).toLowerCase() === value.toLowerCase(),
  );
  if (!isTaken) return;
  const message = `“${value}” is taken by another record. Choose another one.`;
  throw new AppError("invalid", message, { issues: [{ path, message }] });
}
