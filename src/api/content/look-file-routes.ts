import type { Hono } from "hono";
import { z } from "zod";
import { exportLook } from "#look/look-file/export-look.ts";
import { importLook } from "#look/look-file/import-look.ts";
import { maxLookFileBytes } from "#look/look-file/look-file.ts";
import { AppError } from "#platform/errors.ts";
import { requirePlainBody } from "#platform/texts/readable-body.ts";
import { requireRight } from "#policy/rights.ts";
import { readBusiness } from "#settings/business.server.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const path = "/look-file";
const fileType = "application/json";
const tag = "Drafts and history";

/** Maximum body size in bytes for the path that takes a look; undefined for other paths. */
export function lookFileBodyLimit(requested: string): number | undefined {
  return requested === `/api${path}` ? maxLookFileBytes : undefined;
}

const importSchema = z
  .strictObject({
    _id: z.string(),
    revision: z.int(),
    changed: z.array(z.string()).meta({ description: "Labels of the changed fields" }),
    notices: z.array(z.string()).meta({ description: "What the file says and the site cannot do" }),
  })
  .meta({ id: "LookImport" });

export function lookFileRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", path, {
    tag,
    who: "admin",
    summary: "Exports the look as one file, with its uploaded fonts",
    query: z.object({
      draft: z.string().optional().meta({ description: "When given, with the draft of the look" }),
    }),
    answer: { type: fileType, schema: z.looseObject({}) },
    run: async ({ context, actor }) => {
      const { configuration, database } = services;
      requireRight(actor, "edit content");
      const { name, text } = await exportLook(services, actor, {
        businessName: (await readBusiness(configuration, database.read)).name,
        withDraft: context.req.query("draft") !== undefined,
      });
      return new Response(text, {
        headers: {
          "Content-Type": fileType,
          // The name has only letters without accents, digits and hyphens.
          "Content-Disposition": `attachment; filename="${name}"`,
          "Cache-Control": "no-store",
        },
      });
    },
  });
  addCall(api, "POST", path, {
    tag,
    who: "admin",
    summary: "Makes an exported look the draft of the look",
    detail: "Nothing is published. The same file again changes nothing.",
    body: { types: [fileType], schema: z.string() },
    answer: { schema: importSchema },
    refusals: [409],
    run: async ({ context: { req }, actor }) => {
      // Checks the right before reading megabytes from a sender who may not edit.
      requireRight(actor, "edit content");
      if (req.header("content-type")?.split(";")[0]?.trim().toLowerCase() !== fileType) {
        throw new AppError(
          "wrong-type",
          `Send an exported look with the content type ${fileType}.`,
        );
      }
      requirePlainBody(req.raw.headers);
      return importLook(services, actor, new Uint8Array(await req.arrayBuffer()));
    },
  });
}
