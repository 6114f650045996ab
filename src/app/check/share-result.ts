import { readLook } from "#look/read-look.server.ts";
import { readBusiness } from "#settings/business.server.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageError } from "../forms.server.ts";
import { drawnOnce, pictureAnswer } from "../seo/drawn-pictures.server.ts";
import type { Route } from "./+types/share-result";

/** Open Graph picture with the three findings that cost most. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ readResult }, { firstFindings }, { websiteOf }, { checkCard }, { cardDressOf }] =
    await Promise.all([
      import("#check/requests/read-checks.ts"),
      import("#check/requests/site-check.ts"),
      import("#check/requests/report-mail.ts"),
      import("#seo/check-card.ts"),
      import("#seo/card-dress.ts"),
    ]);
  const { configuration, database, ...services } = servicesOf(context);
  const check = await readResult({ ...services, database }, params.key).catch(pageError);
  const { name } = await readBusiness(configuration, database.read);
  const website = websiteOf(check.summary?.address ?? check.website);
  const sentences = firstFindings(check).map(({ outcome }) => outcome.sentence);
  const findings = check.state === "done" ? sentences : null;
  const look = await readLook(database.read);
  const key = JSON.stringify(["check", name, check.key, findings, look]);
  const bytes = await drawnOnce(key, async () =>
    checkCard(website, findings, name, await cardDressOf(database.read, look)),
  );
  return pictureAnswer(bytes, { isForEver: false });
}
