import type { AttachmentStore } from "../../src/content/archive/content-archive.ts";
import { AppError } from "../../src/platform/errors.ts";

/** Where nothing keeps files: an archive with some is refused rather than robbed of them. */
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
