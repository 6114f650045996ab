import { z } from "zod";
import type { PictureFile, PictureFileWithUses, PictureUse } from "../../media/picture-file.ts";

const picture = {
  _id: z.string(),
  address: z.string().meta({ description: "What content stores; it stays when it is replaced" }),
  name: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  focalX: z.number(),
  focalY: z.number(),
  dominantColour: z.string(),
  uploadedBytes: z.int(),
  version: z.string(),
  state: z.enum(["encoding", "ready", "failed"]),
  progress: z.number().meta({ description: "From 0 to 1: how many of its sizes are there" }),
  uploadedBy: z.string(),
  uploadedAt: z.iso.datetime(),
  replacedAt: z.iso.datetime().nullable(),
};

export const pictureSchema = z
  .strictObject(picture)
  .meta({ id: "Picture" }) satisfies z.ZodType<PictureFile>;

const use = z.strictObject({
  place: z.string(),
  record: z.string(),
  field: z.string(),
  screen: z.string(),
  isInTrash: z.boolean(),
}) satisfies z.ZodType<PictureUse>;

export const pictureWithUsesSchema = z
  .strictObject({ ...picture, uses: z.array(use) })
  .meta({ id: "PictureWithUses" }) satisfies z.ZodType<PictureFileWithUses>;
