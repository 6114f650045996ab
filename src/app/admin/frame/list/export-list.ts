import { servicesOf } from "#app/app-context.server.ts";
import { csvType, streamedFile } from "#http/streamed-body.ts";
import { AppError } from "#platform/errors.ts";
import { byteOrderMark, csvParts } from "#platform/texts/csv.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/export-list";
import { listExports } from "./list-exports.server.ts";

/** Exports all rows that match the search in the URL, not only one page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const list = listExports.get(params.list);
  if (list === undefined) throw new AppError("not-found", "There is no such list.");
  const rows = list.rows({ services, actor, request });
  const parts = csvParts(list.headings, rows, byteOrderMark);
  return streamedFile({ name: `${params.list}.csv`, type: csvType, parts }, services.log);
}
