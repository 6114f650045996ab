import type { WriteTransaction } from "../../platform/database/database.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import { stateAt } from "../history/past-states.server.ts";
import { schemaOf } from "../model/schema-of.ts";
import { editedValues, publishedValues, sameValues } from "../records/record-state.ts";
import { type Authorship, changeState } from "../records/record-writes.server.ts";
import type { StoredRecord } from "../records/stored-record.server.ts";
import { editConflict } from "./merge-with-present.server.ts";

/**
 * Makes a locked record's draft what the site says. Throws "invalid" with an issue per field, and
 * EditConflict where the site has come to say something else meanwhile: other than at the revision
 * `seen`, or else than when the field entered the draft.
 */
export async function publishRecord(
  tx: WriteTransaction,
  record: StoredRecord,
  by: Authorship,
  seen?: number,
): Promise<void> {
  const { block, draft } = record;
  if (draft === null) return;
  await requireUnchanged(tx, record, seen);
  const published = parseOrThrow(schemaOf(block), editedValues(block, record));
  const before = publishedValues(block, record);
  // A draft that says what the site says anyway just ends.
  const state = sameValues(block, before, published)
    ? { published: record.published, draft: null }
    : { published, draft: null };
  await changeState(tx, record, state, "published", by);
}

async function requireUnchanged(
  tx: WriteTransaction,
  record: StoredRecord,
  seen: number | undefined,
): Promise<void> {
  const { block, draft, published } = record;
  if (draft === null || published === null) return;
  const view = publishedValues.bind(null, block);
  const theirs = view(record);
  const known = seen === undefined ? null : view(await stateAt(tx, record, seen, "seen"));
  const conflicts = Object.entries(draft)
    .filter(([name, { text, over }]) => {
      const expected = known?.[name] ?? over;
      return name in block.fields && theirs[name] !== expected && theirs[name] !== text;
    })
    .map(([name]) => name);
  if (conflicts.length === 0) return;
  const merged = editedValues(block, record);
  throw await editConflict(tx, record, { merged, theirs, conflicts }, view);
}
