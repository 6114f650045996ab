import type { Context, Hono } from "hono";
import { z } from "zod";
import { formInMemory } from "#files/form-in-memory.ts";
import { listPictures, readPicture, whichPictures } from "#media/list-pictures.ts";
import {
  maxUploadBytes,
  type PictureFile,
  type PictureFileWithUses,
  type PictureUse,
} from "#media/picture-file.ts";
import { deletePicture, restorePicture } from "#media/uploads/delete-picture.ts";
import { describePicture, descriptionSchema } from "#media/uploads/describe-picture.ts";
import { putFileBack } from "#media/uploads/replaced-files.server.ts";
import { replacePicture, uploadPicture } from "#media/uploads/upload-picture.ts";
import { AppError } from "#platform/errors.ts";
import { requirePlainBody } from "#platform/texts/readable-body.ts";
import { requireRight } from "#policy/rights.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

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
  progress: z.number().meta({ description: "Share of encoded sizes, from 0 to 1" }),
  uploadedBy: z.string(),
  uploadedAt: z.iso.datetime(),
  replacedAt: z.iso.datetime().nullable(),
};

const pictureSchema = z
  .strictObject(picture)
  .meta({ id: "Picture" }) satisfies z.ZodType<PictureFile>;

const use = z.strictObject({
  place: z.string(),
  record: z.string(),
  field: z.string(),
  screen: z.string(),
  isInTrash: z.boolean(),
}) satisfies z.ZodType<PictureUse>;

const pictureWithUsesSchema = z
  .strictObject({ ...picture, uses: z.array(use) })
  .meta({ id: "PictureWithUses" }) satisfies z.ZodType<PictureFileWithUses>;

interface SentPicture {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly alt: string | undefined;
}

const pictureTypes = ["image/*", "application/octet-stream", "multipart/form-data"];

const wrongType = "Send the picture as the body, or a form with the picture as `file`.";

/**
 * Reads a picture from the body, with its file name percent-encoded in `X-File-Name`, or from the
 * form field `file`, with its description in `alt`. Throws "wrong-type" for a body that is neither
 * a picture nor a form, and "invalid" for a form without a picture.
 */
async function pictureBody(context: Context): Promise<SentPicture> {
  requirePlainBody(context.req.raw.headers);
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "multipart/form-data") return pictureInForm(context);
  if (!type.startsWith("image/") && type !== "application/octet-stream") {
    throw new AppError("wrong-type", wrongType);
  }
  return {
    bytes: new Uint8Array(await context.req.arrayBuffer()),
    name: decoded(context.req.header("x-file-name") ?? ""),
    alt: undefined,
  };
}

async function pictureInForm(context: Context): Promise<SentPicture> {
  const { texts, files } = await formInMemory(context.req.raw);
  const file = files.get("file");
  if (file === undefined) {
    const issues = [{ path: "file", message: "Choose a picture." }];
    throw new AppError("invalid", "Choose a picture.", { issues });
  }
  return { ...file, alt: texts.get("alt")?.at(-1) };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

// A multipart form adds headers and boundaries to its file; the body limit includes this allowance.
const marginBytes = 64 * 1024;

/** Maximum body size in bytes for a path that takes a picture; undefined for other paths. */
export function pictureBodyLimit(path: string): number | undefined {
  const takesPicture = /^\/api\/(media|media-files\/[^/]+\/file)\/?$/.test(path);
  return takesPicture ? maxUploadBytes + marginBytes : undefined;
}

const common = { tag: "Pictures", who: "admin" } as const;
const onePicture = { schema: pictureSchema };
const upload = {
  headers: z.object({ "X-File-Name": z.string().optional() }),
  body: { types: pictureTypes, schema: z.unknown() },
  refusals: [429],
};

export function mediaRoutes(api: Hono<ApiContext>, { media }: ApiDependencies): void {
  addCall(api, "POST", "/media", {
    ...common,
    ...upload,
    summary: "Uploads a picture",
    detail:
      "The picture as the body with its name in `X-File-Name`, or a form with the picture as `file`.",
    answer: { ...onePicture, status: 201 },
    run: async ({ context, actor }) => {
      // Checks the right before reading megabytes from a sender who may not upload.
      requireRight(actor, "edit content");
      const { bytes, ...words } = await pictureBody(context);
      return uploadPicture(media, actor, bytes, words);
    },
  });
  addCall(api, "GET", "/media-files", {
    ...common,
    summary: "Pictures with where they are used, newest first",
    query: whichPictures,
    answer: { schema: z.array(pictureWithUsesSchema) },
    run: ({ context, actor }) => listPictures(media, actor, context.req.query()),
  });
  addCall(api, "GET", "/media-files/:id", {
    ...common,
    summary: "One picture with where it is used",
    answer: { schema: pictureWithUsesSchema },
    run: ({ actor, id }) => readPicture(media, actor, id),
  });
  addCall(api, "PUT", "/media-files/:id", {
    ...common,
    summary: "Changes a picture's description and focal point",
    body: { schema: descriptionSchema, example: { alt: "A field", focalX: 0.5, focalY: 0.5 } },
    answer: onePicture,
    run: ({ actor, id, body }) => describePicture(media, actor, id, body),
  });
  addCall(api, "PUT", "/media-files/:id/file", {
    ...common,
    ...upload,
    summary: "Replaces the file of a picture",
    answer: onePicture,
    run: async ({ context, actor, id }) => {
      requireRight(actor, "publish content");
      const { bytes, name } = await pictureBody(context);
      return replacePicture(media, actor, id, bytes, { name });
    },
  });
  addCall(api, "POST", "/media-files/:id/file/:version/restore", {
    ...common,
    summary: "Restores the previous file of a picture",
    detail: "Replaced files are kept for 30 days.",
    answer: onePicture,
    run: ({ actor, id, version }) => putFileBack(media, actor, id, version),
  });
  addCall(api, "DELETE", "/media-files/:id", {
    ...common,
    summary: "Moves a picture to the trash, where it stays for 30 days",
    answer: onePicture,
    refusals: [409],
    run: ({ actor, id }) => deletePicture(media, actor, id),
  });
  addCall(api, "POST", "/media-files/:id/restore", {
    ...common,
    summary: "Restores a picture from the trash",
    answer: onePicture,
    run: ({ actor, id }) => restorePicture(media, actor, id),
  });
}
