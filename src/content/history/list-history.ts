import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type HistoryEntry, historyEntry } from "./history-entry.ts";
import { historyRows } from "./history-rows.server.ts";

/** Entries come in pages: `before` is the `_id` of the last entry of the page before. */
export const historyRequest = z.strictObject({
  recordId: z.string().optional(),
  /** A block's name. */
  block: z.string().optional(),
  limit: z
    .int("The limit must be a whole number.")
    .min(1, "The limit must be at least 1.")
    .max(200, "The limit must be at most 200.")
    .default(50),
  before: z.string().optional(),
});

export type HistoryRequest = z.input<typeof historyRequest>;

/**
 * What happened to a record, to the records of a block, or to everything, newest first. Drafts,
 * moves and the trash are in it. Whatever the program no longer has a block for is left out.
 * Throws "invalid" for a limit that is none; an entry that is not there has nothing before it.
 */
export async function listHistory(
  { database }: { readonly database: Database },
  actor: Actor,
  request: HistoryRequest = {},
): Promise<HistoryEntry[]> {
  requireRight(actor, "edit content");
  const rows = await historyRows(database.read, parseOrThrow(historyRequest, request));
  return rows.flatMap((row) => historyEntry(row) ?? []);
}
