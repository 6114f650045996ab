import type { Hono } from "hono";
import { z } from "zod";
import { archiveType } from "../../content/archive/content-archive.ts";
import { exportContent } from "../../content/archive/export-content.ts";
import { importContent } from "../../content/archive/import-content.ts";
import { streamedBody } from "../../http/streamed-body.ts";
import { AppError } from "../../platform/errors.ts";
import { requirePlainBody } from "../../platform/texts/readable-body.ts";
import { requireRight } from "../../policy/rights.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { importReportSchema } from "./content-schemas.ts";

/** Room for some hundred pictures. The body is streamed, never whole in memory. */
const maxArchiveBytes = 1024 * 1024 * 1024;

/** Body limit of these calls, in bytes; undefined for any other path. */
export function archiveBodyLimit(path: string): number | undefined {
  return path === "/api/content/import" ? maxArchiveBytes : undefined;
}

/** Export and import of all content. */
export function contentArchiveRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get("/content/export", exportCall, async (c) => {
    const body = await streamedBody(exportContent(services, await c.var.actor()), services.log);
    return c.body(body, 200, {
      "Content-Type": archiveType,
      "Content-Disposition": `attachment; filename="furrow-content.jsonl"`,
    });
  });
  // Accepts `?dry-run` in any spelling, so that a typing slip imports nothing.
  api.post("/content/import", importCall, async (c) => {
    const actor = await c.var.actor();
    requireRight(actor, "edit content");
    if (c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() !== archiveType) {
      throw new AppError(
        "wrong-type",
        `Send an exported file with the content type ${archiveType}.`,
      );
    }
    requirePlainBody(c.req.raw.headers);
    const file = (c.req.raw.body ?? new Blob([]).stream()) as AsyncIterable<Uint8Array>;
    const dryRun = c.req.query("dry-run") !== undefined;
    return c.json(await importContent(services, actor, file, { dryRun }));
  });
}

const tag = "Drafts and history";

const exportCall = describeCall({
  tag,
  summary: "Exports all content as one file, one JSON object per line",
  who: "admin",
  answer: { type: archiveType, schema: z.string() },
});

const importCall = describeCall({
  tag,
  summary: "Replaces the content with an exported file",
  detail: "Content that is not in the file goes to the trash.",
  who: "admin",
  query: z.object({
    "dry-run": z.string().optional().meta({ description: "When given, only returns a report" }),
  }),
  body: { types: [archiveType], schema: z.string() },
  answer: { schema: importReportSchema },
  refusals: [409],
});
