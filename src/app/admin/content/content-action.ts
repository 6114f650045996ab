import type { EditableRecord } from "../../../content/drafts/editable-record.ts";
import type { FieldConflict } from "../../../content/drafts/merge-edits.ts";

/** `isOwn`: the other text is of the same person, in another tab or on another device. */
export type ShownConflict = FieldConflict & { readonly isOwn: boolean };

type Values = Readonly<Record<string, string>>;

/** What the panel asks for; sent as JSON to `/admin/content`. */
export type ContentRequest =
  | {
      readonly intent: "publish" | "draft";
      readonly block: string;
      /** Null to add a record. */
      readonly id: string | null;
      readonly values: Values;
      /** The revision that the editing started from. */
      readonly base: number | null;
      /** After a conflict was decided: the revision that it was decided against. */
      readonly seen: number | null;
    }
  | {
      readonly intent: "discard" | "delete" | "duplicate";
      readonly block: string;
      readonly id: string;
    }
  | { readonly intent: "undelete"; readonly id: string }
  | {
      readonly intent: "move";
      readonly block: string;
      readonly id: string;
      /** The record to stand before; null for the end. */
      readonly before: string | null;
    }
  | {
      readonly intent: "restore" | "take-back";
      readonly block: string;
      readonly id: string;
      /** The one to bring back, or the one whose change is to be taken back. */
      readonly revision: number;
    }
  | { readonly intent: "publish-all" };

/** What came of it. */
export type ContentResult =
  | {
      readonly ok: true;
      /** In the words of the specification. */
      readonly message: string;
      /** As it is now; null where no single record was changed, or a new one was added. */
      readonly record: EditableRecord | null;
      /** How to take it back, where that is one click. */
      readonly undo: ContentRequest | null;
    }
  | {
      readonly ok: false;
      readonly message: string;
      readonly errors: Readonly<Record<string, string>>;
      readonly conflicts: readonly ShownConflict[] | null;
      /** Both edits together, where there are conflicts. */
      readonly merged: Values | null;
      readonly revision: number | null;
    };
