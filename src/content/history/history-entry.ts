import { isoTime } from "../../platform/time/dates.ts";
import { labelOf } from "../drafts/editable-record.ts";
import { findBlock } from "../model/block-named.ts";
import type { Block } from "../model/define.ts";
import type { ContentAction } from "../records/content-tables.server.ts";
import { editedValues, publishedValues, type Values } from "../records/record-state.ts";
import { recordState } from "../records/stored-record.server.ts";
import type { HistoryRow } from "./history-rows.server.ts";

export interface FieldChange {
  /** The field's name. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** One change of one record. */
export interface HistoryEntry {
  readonly _id: string;
  readonly recordId: string;
  /** The block's name. */
  readonly block: string;
  /** What the record was called after the change. */
  readonly label: string;
  /** What `restoreRevision` takes. */
  readonly revision: number;
  readonly action: ContentAction;
  readonly author: string;
  /** In ISO 8601. */
  readonly at: string;
  /** In the draft for what happened to the draft, on the site for the rest; in the form's order. */
  readonly changes: readonly FieldChange[];
}

const inDraft = new Set<ContentAction>(["drafted", "discarded", "duplicated"]);

/** Undefined when the program no longer has the record's block. */
export function historyEntry(row: HistoryRow): HistoryEntry | undefined {
  const block = findBlock(row.block);
  if (block === undefined) return undefined;
  const before = recordState({
    field_values: row.before_values ?? "{}",
    draft_values: row.before_draft,
  });
  const after = recordState(row);
  const view = inDraft.has(row.action) ? editedValues : publishedValues;
  return {
    _id: row.id,
    recordId: row.record_id,
    block: block.name,
    label: labelOf(block, editedValues(block, after)),
    revision: row.revision,
    action: row.action,
    author: row.author,
    at: isoTime(row.at),
    changes: changesBetween(block, view(block, before), view(block, after)),
  };
}

function changesBetween(block: Block, before: Values, after: Values): FieldChange[] {
  return Object.keys(block.fields)
    .map((path) => ({ path, before: before[path] ?? "", after: after[path] ?? "" }))
    .filter((change) => change.before !== change.after);
}
