import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Attachment } from "./content-archive.ts";

/** Whoever keeps files that belong to the content. Export and import carry them along. */
export interface AttachmentStore {
  /** All of them, one at a time, always in the same order. */
  all(): AsyncIterable<Attachment>;
  /** Begins to take in the attachments of one import; in a dry run they are only looked at. */
  receive(options: { readonly dryRun: boolean }): IncomingAttachments;
}

/** The attachments of one import: nobody sees them before `adopt`. */
export interface IncomingAttachments {
  /** The next one, in the order of `all`. Throws "invalid" for one that cannot be kept. */
  take(attachment: Attachment): Promise<void>;
  /** After the last one. Throws "invalid" when some are missing that belong to the others. */
  complete(): void;
  /** Makes them the only ones, within the import's transaction. */
  adopt(tx: WriteTransaction): Promise<void>;
  /** Forgets them after a failure; also done later for an import that could not say so. */
  discard(): Promise<void>;
}
