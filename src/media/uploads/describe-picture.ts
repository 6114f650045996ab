import { z } from "zod";
import { isPlainText, trimmed, withoutControls } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Media } from "../media.ts";
import { asPictureFile, auditPicture, findPicture } from "../media-store.server.ts";
import type { PictureFile } from "../picture-file.ts";

/**
 * Alt text. Empty is valid, because a picture beside text with the same content needs no alt text.
 */
export const altSchema = z
  .string("The alt text must be text.")
  .max(300, "The alt text can have at most 300 characters.")
  .refine(isPlainText, "The alt text has characters that cannot be shown.")
  .transform((value) => trimmed(value.replace(/\s+/g, " ")));

const longestName = 120;

/** File name for display only, never used as a path. */
export function displayName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = withoutControls(last).replace(/[\t\r\n]/g, "");
  return plain.trim().slice(0, longestName).toWellFormed() || "Picture";
}

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

/**
 * Changes alt text and focal point; omitted fields keep their values. Throws "invalid" and
 * "not-found".
 */
export async function describePicture(
  { database, clock }: Pick<Media, "database" | "clock">,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<PictureFile> {
  requireRight(actor, "publish content");
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
