import type { Hono } from "hono";
import { deletePicture, restorePicture } from "../media/delete-picture.ts";
import { describePicture } from "../media/describe-picture.ts";
import { listPictures, readPicture } from "../media/list-pictures.ts";
import { maxUploadBytes } from "../media/picture-file.ts";
import { replacePicture, uploadPicture } from "../media/upload-picture.ts";
import { requireRight } from "../policy/rights.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { pictureBody } from "./picture-body.ts";
import { jsonBody } from "./request-body.ts";

// What a form adds around its file.
const marginBytes = 64 * 1024;

/** How large a body these calls take; undefined for any other path. */
export function pictureBodyLimit(path: string): number | undefined {
  const takesPicture = /^\/api\/(media|media-files\/[^/]+\/file)\/?$/.test(path);
  return takesPicture ? maxUploadBytes + marginBytes : undefined;
}

/** Uploaded pictures. */
export function mediaRoutes(api: Hono<ApiContext>, { media }: ApiDependencies): void {
  api.post("/media", async (c) => {
    const actor = await c.var.actor();
    // Before megabytes are read for somebody who may not send them.
    requireRight(actor, "edit content");
    const { bytes, ...words } = await pictureBody(c);
    return c.json(await uploadPicture(media, actor, bytes, words), 201);
  });
  api.get("/media-files", async (c) =>
    c.json(await listPictures(media, await c.var.actor(), c.req.query())),
  );
  api.get("/media-files/:id", async (c) =>
    c.json(await readPicture(media, await c.var.actor(), c.req.param("id"))),
  );
  api.put("/media-files/:id", async (c) => {
    const actor = await c.var.actor();
    return c.json(await describePicture(media, actor, c.req.param("id"), await jsonBody(c)));
  });
  api.put("/media-files/:id/file", async (c) => {
    const actor = await c.var.actor();
    requireRight(actor, "edit content");
    const { bytes, name } = await pictureBody(c);
    return c.json(await replacePicture(media, actor, c.req.param("id"), bytes, { name }));
  });
  api.delete("/media-files/:id", async (c) =>
    c.json(await deletePicture(media, await c.var.actor(), c.req.param("id"))),
  );
  api.post("/media-files/:id/restore", async (c) =>
    c.json(await restorePicture(media, await c.var.actor(), c.req.param("id"))),
  );
}
