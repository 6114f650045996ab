import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { requireWay, type WaysDependencies } from "../addresses/redirect-checks.server.ts";
import type { Block } from "../model/define.ts";
import { listStored } from "./stored-record.server.ts";

/**
 * For a record that was just written to be on the site: throws "invalid" at its field for a value
 * that another published record of the block has and must not share, and what `requireWay` throws.
 * What is brought back as it was, from the trash, the history or an import, is not asked.
 */
export async function requireFitting(
  tx: WriteTransaction,
  deps: WaysDependencies,
  block: Block,
  id: string,
): Promise<void> {
  await requireWay(tx, deps, block, id);
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
