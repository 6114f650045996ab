import type { WriteTransaction } from "../../platform/database/database.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { requireWay } from "../addresses/require-way.server.ts";
import type { Block } from "../model/define.ts";
import { changeSite } from "../records/change-site.server.ts";
import type { ContentDependencies } from "../records/content-dependencies.ts";
import { draftFor, editedValues } from "../records/record-state.ts";
import { authorship } from "../records/record-writes.server.ts";
import { storedAfter } from "../records/stored-after.server.ts";
import { lockRecord, type StoredRecord } from "../records/stored-record.server.ts";
import { parseDraftValues, publication } from "./draft-input.ts";
import { type EditableRecord, editableRecord } from "./editable-record.ts";
import { mergeWithPresent } from "./merge-with-present.server.ts";
import { publishRecord } from "./publish-record.server.ts";

/**
 * Puts a record's draft on the site. `input` is `{ values, base, seen }`, all optional: values are
 * put into the draft first as `saveDraft` does, with their base; `seen` is the revision up to which
 * the publisher knows what the site says, to be given after a conflict was shown and decided.
 * A record without a draft stays as it is. Throws "invalid" with an issue per field, "not-found",
 * and EditConflict where the site says something else than what the draft was made over.
 */
export async function publishDraft(
  deps: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
  input: unknown = {},
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const { values, base, seen } = parseOrThrow(publication, input);
  const edit = values === undefined ? null : { values: parseDraftValues(block, values), base };
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const stored = await lockRecord(tx, block, id);
    const record = edit === null ? stored : await withEdit(tx, stored, edit);
    await publishRecord(tx, record, by, seen);
    if (record.draft !== null) await requireWay(tx, deps, block, id);
    return editableRecord(await storedAfter(tx, id));
  });
}

/** The record as it would be after `saveDraft`; publishing writes it. */
async function withEdit(
  tx: WriteTransaction,
  record: StoredRecord,
  edit: Parameters<typeof mergeWithPresent>[2],
): Promise<StoredRecord> {
  const view = editedValues.bind(null, record.block);
  const values = await mergeWithPresent(tx, record, edit, view);
  return { ...record, draft: draftFor(record.block, record, values) };
}
