import { readPdfDress } from "#look/read-pdf-dress.server.ts";
import { AppError } from "#platform/errors.ts";
import { isoTime } from "#platform/time/dates.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageError } from "../forms.server.ts";
import type { Route } from "./+types/report-file";

/** The report of a check as PDF, for everybody who has the address of the result. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ readResult }, { reportPdf }, { websiteOf }] = await Promise.all([
    import("#check/requests/read-checks.ts"),
    import("#check/report-pdf.ts"),
    import("#check/requests/report-mail.ts"),
  ]);
  const services = servicesOf(context);
  const check = await readResult(services, params.key).catch(pageError);
  // The file contains the findings behind the page's gate, so it needs a confirmed email address.
  if (check.state !== "done" || !check.isConfirmed) {
    pageError(
      new AppError("not-found", "There is no report. Ask for it on the page of the check."),
    );
  }
  const website = websiteOf(check.summary?.address ?? check.website);
  const { name: businessName } = await readBusiness(services.configuration, services.database.read);
  const bytes = await reportPdf(check, {
    website,
    businessName,
    dress: await readPdfDress(services.database.read),
    url: `${services.publicUrl}/seo-check/${check.key}`,
  });
  const name = website.replace(/[^a-z0-9.-]+/gi, "-");
  const day = isoTime(check.finishedAt ?? check.requestedAt).slice(0, 10);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="seo-check-${name}-${day}.pdf"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
