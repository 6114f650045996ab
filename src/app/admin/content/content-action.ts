import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { FieldConflict } from "#content/drafts/merge-edits.server.ts";
import type { RevisionOfRecord } from "#content/history/restore-revision.ts";

/** `isOwn`: the same admin saved the other text in another tab or on another device. */
export type ShownConflict = FieldConflict & { readonly isOwn: boolean };

type Values = Readonly<Record<string, string>>;

/** A request of the panel, sent as JSON to `/admin/content`. */
export type ContentRequest =
  | {
      readonly intent: "publish" | "draft";
      readonly block: string;
      /** Null to add a record. */
      readonly id: string | null;
      readonly values: Values;
      readonly base: number | null;
      /** Revision whose conflicts the admin has seen and decided; null without a conflict. */
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
      /** Id of the next record in the list after the move; null for the end. */
      readonly before: string | null;
      /** Id of the next record in the list before the move, for "Undo"; null for the end. */
      readonly from: string | null;
    }
  | {
      readonly intent: "restore";
      readonly block: string;
      readonly id: string;
      readonly revision: number;
    }
  | {
      readonly intent: "undo";
      /** The changes to undo, each named by the revision that the change created. */
      readonly changes: readonly RevisionOfRecord[];
      /** A record that was added, which the undo moves to the trash. */
      readonly added?: string | undefined;
    }
  | {
      readonly intent: "publish-all";
      /** Null for the drafts of all blocks. */
      readonly block: string | null;
    };

export type ContentResult =
  | {
      readonly ok: true;
      readonly message: string;
      /** Null when several records changed or a record was added. */
      readonly record: EditableRecord | null;
      /** Null when the change cannot be undone. */
      readonly undo: ContentRequest | null;
    }
  | {
      readonly ok: false;
      readonly message: string;
      /** True when the request waits until the person confirms again. */
      readonly needsConfirmation?: true;
      readonly errors: Readonly<Record<string, string>>;
      readonly conflicts: readonly ShownConflict[] | null;
      /** Both edits merged; null without conflicts. */
      readonly merged: Values | null;
      readonly revision: number | null;
    };
