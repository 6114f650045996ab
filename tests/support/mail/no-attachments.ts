import type { AttachmentStore } from "#content/archive/content-archive.ts";
import { AppError } from "#platform/errors.ts";

/** Rejects every attachment, so that an import with attachments fails instead of losing them. */
export const noAttachments: AttachmentStore = {
  async *all() {},
  receive: () => ({
    async take({ path }) {
      throw new AppError("invalid", `There is nowhere to keep ${path}.`);
    },
    complete: () => {},
    adopt: async () => {},
    discard: async () => {},
  }),
};
