import type { Context } from "hono";
import { AppError } from "../../platform/errors.ts";
import { requirePlainBody } from "../../platform/texts/readable-body.ts";

interface SentPicture {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly alt: string | undefined;
}

/** The media types of a body with a picture in it. */
export const pictureTypes = ["image/*", "application/octet-stream", "multipart/form-data"];

const wrongType = "Send the picture itself, or a form with the picture as `file`.";

/**
 * A picture as the body itself, with its name in `X-File-Name` (percent-encoded), or in a form as
 * `file`, with its `alt`. Throws "wrong-type" and "invalid".
 */
export async function pictureBody(context: Context): Promise<SentPicture> {
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
  const form = await context.req.formData().catch((cause) => {
    throw new AppError("invalid", "What was sent could not be read as a form.", { cause });
  });
  const file = form.get("file");
  const alt = form.get("alt");
  if (file === null || typeof file === "string") {
    const issues = [{ path: "file", message: "Choose a picture." }];
    throw new AppError("invalid", "Choose a picture.", { issues });
  }
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    name: file.name,
    alt: typeof alt === "string" ? alt : undefined,
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
