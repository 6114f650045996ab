import { z } from "zod";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";

/**
 * A store of files that belong to the content, such as uploaded pictures in `media/`. Exports and
 * imports include these files.
 */
export interface AttachmentStore {
  /**
   * Returns the attachments always in the same order, so that the same content makes the same
   * archive.
   */
  all(): AsyncIterable<Attachment>;
  /**
   * Receives the attachments of an import. A dry run checks the attachments but does not store
   * them.
   */
  receive(options: { readonly dryRun: boolean }): IncomingAttachments;
}

/** Pages show the attachments of an import only after `adopt`. */
export interface IncomingAttachments {
  /** Attachments must arrive in the order in which `all` returns them. Throws "invalid". */
  take(attachment: Attachment): Promise<void>;
  /** Throws "invalid" when an attachment is missing. */
  complete(): void;
  /**
   * Replaces all stored attachments with the attachments of the import, in the transaction of the
   * import.
   */
  adopt(tx: WriteTransaction): Promise<void>;
  /**
   * Deletes the received attachments after a failure. If the process dies before this call, the
   * first import after a day deletes the attachments.
   */
  discard(): Promise<void>;
}

/**
 * The whole content as one file: JSON lines (https://jsonlines.org), in UTF-8.
 *
 *     {"kind":"furrow-content","version":1}
 *     {"kind":"record","block":"banner","_id":"0199…","values":{…},"draft":{…}}
 *     {"kind":"attachment","path":"media/…","base64":"…"}
 *     {"kind":"end","records":1,"attachments":1}
 *
 * Records are in the order of their lists. `values` has the published texts, null for a record that
 * was never published; `draft` has the fields that a draft changes, and is omitted without a draft.
 * The last line shows that the file is complete. The same content always makes the same file, so that
 * two exports can be compared.
 */
const values = z.record(z.string(), z.unknown());
export const archiveLine = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("furrow-content"), version: z.literal(1) }),
  z.strictObject({
    kind: z.literal("record"),
    block: z.string(),
    _id: z.string().regex(/^[\w-]{1,100}$/),
    values: values.nullable(),
    draft: values.optional(),
  }),
  z.strictObject({ kind: z.literal("attachment"), path: z.string(), base64: z.base64() }),
  z.strictObject({
    kind: z.literal("end"),
    records: z.int().min(0),
    attachments: z.int().min(0),
  }),
]);

export type ArchiveLine = z.infer<typeof archiveLine>;
export type ArchivedRecord = Extract<ArchiveLine, { kind: "record" }>;

export interface Attachment {
  /** Unique in the archive; only the attachment store interprets this path. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export const archiveHead = { kind: "furrow-content", version: 1 } as const;

export const archiveType = "application/x-ndjson";

export function archiveText(line: ArchiveLine): string {
  return `${JSON.stringify(line)}\n`;
}

export function archiveFault(lineNumber: number, reason: string, path = ""): AppError {
  const message = `Line ${lineNumber} of the file cannot be imported: ${reason}`;
  const place = [`lines`, lineNumber, path].filter((part) => part !== "").join(".");
  return new AppError("invalid", message, { issues: [{ path: place, message }] });
}
