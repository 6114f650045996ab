import type { WriteTransaction } from "../../platform/database/database.ts";
import type { JsonValue } from "../../platform/errors.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { labelOf } from "../drafts/editable-record.ts";
import type { Block } from "../model/define.ts";
import type { ContentAction } from "./content-tables.server.ts";
import { editedValues, publishedValues, type RecordState, sameValues } from "./record-state.ts";

/** Where a record stands in its list, counted from 1. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

interface Change {
  /** Null for a record that is new. */
  readonly before: RecordState | null;
  readonly after: RecordState;
  readonly places?: Places | undefined;
}

const actionNames: Readonly<Record<ContentAction, string>> = {
  created: "Add content",
  updated: "Update content",
  drafted: "Save draft",
  published: "Publish content",
  discarded: "Discard draft",
  restored: "Restore revision",
  duplicated: "Duplicate content",
  moved: "Move content",
  deleted: "Delete content",
  undeleted: "Put content back",
  imported: "Import content",
};

/** Enters what an admin did to a record into the audit log. Called where its history is written. */
export async function auditRecord(
  tx: WriteTransaction,
  { actor, at }: { readonly actor: Actor; readonly at: number },
  action: ContentAction,
  { id, block }: { readonly id: string; readonly block: Block },
  change: Change,
): Promise<void> {
  await audit(tx, actor, {
    action: actionNames[action],
    subject: "content",
    // The block too, because it says on which screen the record is edited.
    subjectId: `${block.name}/${id}`,
    label: labelIn(block, change.after),
    ...beforeAndAfter(block, action, change),
    at,
  });
}

function labelIn(block: Block, state: RecordState): string {
  const label = labelOf(block, editedValues(block, state));
  return label === block.title ? label : `${block.title}: ${label}`;
}

/** What visitors read; the draft where only that has changed, or where there is nothing else. */
function beforeAndAfter(
  block: Block,
  action: ContentAction,
  { before, after, places }: Change,
): { before: JsonValue; after: JsonValue } {
  if (places !== undefined) return { before: { place: places.from }, after: { place: places.to } };
  const inDraft =
    after.published === null || (before !== null && isDraftOnly(block, before, after));
  const view = (state: RecordState | null) =>
    state && (inDraft ? editedValues : publishedValues)(block, state);
  return {
    before: action === "undeleted" ? null : view(before),
    after: action === "deleted" ? null : view(after),
  };
}

function isDraftOnly(block: Block, before: RecordState, after: RecordState): boolean {
  if (before.draft === after.draft) return false;
  return sameValues(block, publishedValues(block, before), publishedValues(block, after));
}
