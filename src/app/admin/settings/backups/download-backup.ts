import { resolve } from "node:path";
import { Readable } from "node:stream";
import { redirect } from "react-router";
import { withFrom } from "#app/account/return-path.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { BucketError } from "#files/bucket.ts";
import { downloadBackup } from "#maintenance/backups/download-backup.ts";
import { AppError } from "#platform/errors.ts";
import { isConfirmed, may } from "#policy/rights.ts";
import type { Route } from "./+types/download-backup";

/** Accepts only POST, because the download adds an entry to the audit log. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  // The browser sends this form as a download, so the page cannot show a dialog.
  if (may(actor, "download backups") && !isConfirmed(actor)) {
    throw redirect(withFrom("/account/confirm", "/backups"), 303);
  }
  const { database, clock, configuration } = servicesOf(context);
  const { backupCopies } = configuration;
  const directory = resolve(configuration.backupDirectory);
  const dependencies = { database, clock, directory, backupCopies };
  try {
    const { bytes, content } = await downloadBackup(dependencies, actor, params.name);
    const body = Readable.toWeb(Readable.from(content, { objectMode: false }));
    return new Response(body as globalThis.ReadableStream, {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Length": String(bytes),
        // The name is one of the list of backups, so it needs no escape.
        "Content-Disposition": `attachment; filename="${params.name}"`,
        // `no-transform` forbids compression, which would send another length.
        "Cache-Control": "private, no-store, no-transform",
      },
    });
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    throw new AppError("unavailable", error.message, { cause: error });
  }
}
