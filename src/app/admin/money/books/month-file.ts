import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { streamedBody } from "#http/streamed-body.ts";
import { readPdfDress } from "#look/read-pdf-dress.server.ts";
import { readBusiness } from "#settings/business.server.ts";
import type { Route } from "./+types/month-file";

/** The accountant's file of a closed month. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { database, configuration } = services;
  const { monthArchive } = await import("#bookkeeping/journal/month-archive.ts");
  const seller = await readBusiness(configuration, database.read);
  const dress = await readPdfDress(database.read);
  const deps = { ...services, seller, dress };
  const { name, content } = await monthArchive(deps, actor, params.month).catch(pageError);
  return new Response(await streamedBody(content, services.log), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store, no-transform",
    },
  });
}
