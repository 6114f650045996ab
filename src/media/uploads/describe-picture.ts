import { z } from "zod";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { Media } from "../media.ts";
import { asPictureFile, findPicture } from "../media-store.server.ts";
import type { PictureFile } from "../picture-file.ts";
import { auditPicture } from "./audit-picture.server.ts";
import { altSchema } from "./picture-description.ts";

const share = (label: string) =>
  z
    .number(`${label} must be a number from 0 to 1.`)
    .min(0, `${label} must be a number from 0 to 1.`)
    .max(1, `${label} must be a number from 0 to 1.`);

export const descriptionSchema = z.strictObject({
  alt: altSchema.optional(),
  focalX: share("The focal point").optional(),
  focalY: share("The focal point").optional(),
});

/** Changes a picture's alt text and focal point; what is left out stays. Throws "invalid" and "not-found". */
export async function describePicture(
  { database, clock }: Pick<Media, "database" | "clock">,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<PictureFile> {
  requireRight(actor, "edit content");
  const { alt, focalX, focalY } = parseOrThrow(descriptionSchema, input);
  return database.write(async (tx) => {
    const before = await findPicture(tx, id);
    const change = {
      alt: alt ?? before.alt,
      focal_x: focalX ?? before.focal_x,
      focal_y: focalY ?? before.focal_y,
    };
    await tx.updateTable("media_files").set(change).where("id", "=", id).execute();
    const after = { ...before, ...change };
    await auditPicture(tx, actor, { action: "Describe picture", before, after, at: clock() });
    return asPictureFile(after);
  });
}
