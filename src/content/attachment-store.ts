import type { WriteTransaction } from "../platform/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Attachment } from "./content-archive.ts";

/** Whoever keeps files that belong to the content. Export and import carry them along. */
export interface AttachmentStore {
  /** All of them, one at a time, always in the same order. */
  all(): AsyncIterable<Attachment>;
  /** Throws "invalid" for one that cannot be kept. Changes nothing. */
  check(attachment: Attachment): Promise<void>;
  /** Puts one where nobody sees it before `adopt`; staged ones of a failed import may be removed. */
  stage(attachment: Attachment): Promise<void>;
  /** Makes the staged ones with these paths the only ones, within the import's transaction. */
  adopt(tx: WriteTransaction, paths: readonly string[]): Promise<void>;
}

/** Where nothing keeps files: an archive with some is refused rather than robbed of them. */
export const noAttachments: AttachmentStore = {
  async *all() {},
  async check({ path }) {
    throw new AppError("invalid", `There is nowhere to keep ${path}.`);
  },
  stage: async () => {},
  adopt: async () => {},
};
