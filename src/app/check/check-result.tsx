import type { ReactNode } from "react";
import { redirect } from "react-router";
import { seoCheck } from "#content/blocks/seo-check.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { subscribe } from "#inbox/subscribers/subscribe.ts";
import { isoTime, longDateOf } from "#platform/time/dates.ts";
import { addressOf, isThere } from "#seo/public-pages.ts";
import { appContext, servicesOf } from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { businessNameIn } from "../document/business-name.ts";
import { pageTitle } from "../document/page-title.ts";
import { questionAboutEmail } from "../email-question.server.ts";
import { pageError, readForm, refusedForm } from "../forms.server.ts";
import { useSite } from "../site-layout.tsx";
import bandSheet from "../ui/band.css?sheet";
import type { ActionResult } from "../ui/forms/action-result.ts";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { EmailInput } from "../ui/forms/email-input.tsx";
import { Honeypot, isHoneypotFilled } from "../ui/forms/honeypot.tsx";
import { TickField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { Route } from "./+types/check-result";
import checkOrderSheet from "./check-order.css?sheet";
import { CheckOrder } from "./check-order.tsx";
import {
  AllFindings,
  FirstFindings,
  faults,
  NotChecked,
  Part,
  ResultHead,
  SearchResult,
} from "./check-parts.tsx";
import checkResultSheet from "./check-result.css?sheet";
import type { CheckView, ShownFinding } from "./check-view.server.ts";
import findingSheet from "./finding.css?sheet";
import { FindingText } from "./finding-text.tsx";
import resultListingSheet from "./result-listing.css?sheet";
import watchScript from "./watch-check.ts?script";

export const handle = { ownCss: true };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { readCheckView } = await import("./check-view.server.ts");
  const [texts] = await readSingletons(services.database.read, [seoCheck]);
  const { gate } = (texts ?? {}) as { readonly gate?: string };
  const isGateClosed = gate === "Three findings before their email";
  const view = await readCheckView(services, params.key, isGateClosed).catch(pageError);
  const isAsked = new URL(request.url).searchParams.has("asked");
  const checkedOn = longDateOf(view.at, await dateReader(services, request));
  return { view, isAsked, checkedOn, origin: services.publicUrl };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  const here = `/seo-check/${encodeURIComponent(params.key)}?asked#report`;
  if (isHoneypotFilled(values)) return redirect(here, 303);
  const question = questionAboutEmail(services, values);
  if (question !== null) return question;
  const { askForReport } = await import("#check/requests/report-mail.ts");
  const { email = "", letter } = values;
  try {
    await askForReport(services, facts, params.key, { email });
    // The newsletter sends its own confirmation email.
    if (letter === "yes") await subscribe(services, facts, { subemail: email });
  } catch (error) {
    return refusedForm(error, values);
  }
  return redirect(here, 303);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData === undefined) return pageTitle("SEO check", matches);
  const { view, origin } = loaderData;
  const title = `SEO check of ${view.website} · ${businessNameIn(matches)}`;
  const description =
    view.state === "done"
      ? [faults(view), ...view.firstThree.map(({ sentence }) => sentence)].filter(Boolean).join(" ")
      : "A free check of a website, with the place of each fault in the source.";
  const picture = `${origin}/seo-check/${view.key}/share.png`;
  return [
    { title },
    { name: "robots", content: "noindex" },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/**
 * The URL alone gives access to a result, so the URL must not leak to the sites that the page links
 * to.
 */
export const headers = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
});

export default function CheckResult({ loaderData, actionData }: Route.ComponentProps) {
  // The script adds the findings and the order to the page, but no style sheet.
  useSheet(bandSheet, checkResultSheet, findingSheet, resultListingSheet, checkOrderSheet);
  const { view, isAsked } = loaderData;
  const { site } = useSite();
  const { state } = view;
  const isWorking = state === "waiting" || state === "fetching";
  const progress = `${state} ${view.count} ${view.families.length}`;
  return (
    <div className="check-result">
      {/* The script replaces this element, so the element contains no script and no refresh: an
          inserted refresh would load the page again. */}
      <div data-check-progress={progress} {...(isWorking && { "data-is-working": "" })}>
        <ResultHead website={view.website}>{headline(view, loaderData.checkedOn)}</ResultHead>
        {isWorking && <Waiting state={state} />}
        {state === "refused" && <Refused view={view} again={addressOf(site, "check")} />}
        {view.listing && state !== "refused" && <SearchResult listing={view.listing} />}
        {view.obstacle !== null && (
          <Obstacle
            obstacle={view.obstacle}
            website={view.typed}
            again={isThere(site, "check") ? addressOf(site, "check") : null}
          />
        )}
        {view.obstacle === null && view.firstThree.length > 0 && <FirstFindings view={view} />}
        {state === "done" && view.obstacle === null && view.count === 0 && (
          <Part title="Everything is sound">
            <p className="check-result__sound">
              Congratulations. We asked {view.soundCount} questions about this page and found no
              fault.
            </p>
          </Part>
        )}
        {state === "done" && (
          <CheckOrder
            plans={site.pricingPackages}
            view={view}
            contact={addressOf(site, "contact")}
          />
        )}
        {state === "done" && view.obstacle === null && view.families.length > 0 && (
          <AllFindings view={view} />
        )}
        {state === "done" && <NotChecked view={view} />}
        {state === "done" && <Report form={actionData} isAsked={isAsked} isGated={view.isGated} />}
      </div>
      {isWorking && (
        <>
          <script src={watchScript} type="module" />
          <noscript>
            <meta httpEquiv="refresh" content="2" />
          </noscript>
        </>
      )}
    </div>
  );
}

function headline(view: CheckView, checkedOn: string): ReactNode {
  const { state, obstacle, at } = view;
  if (state === "waiting") return "The check begins in a moment.";
  if (state === "fetching") return "We are reading the site.";
  if (state === "refused") return "The site could not be checked.";
  return (
    <>
      {obstacle?.isStated ? "We may not read this site." : faults(view)} Checked on{" "}
      <time dateTime={isoTime(at)}>{checkedOn}</time>.
    </>
  );
}

function Waiting({ state }: { state: string }) {
  return (
    <section className="check-result__part grid">
      <h2>{state === "waiting" ? "Waiting for its turn" : "Reading"}</h2>
      <ol className="check-result__steps">
        <li>We ask robots.txt whether we may come.</li>
        <li>We read the page as a search engine does.</li>
        <li>We try the sitemap, a few links and an address that does not exist.</li>
      </ol>
    </section>
  );
}

function Refused({ view, again }: { view: CheckView; again: string }) {
  return (
    <Part title="Why there is no result">
      <Notice tone="error">{view.refusal}</Notice>
      <p className="check-result__again">
        <ButtonLink href={again}>Check another address</ButtonLink>
      </p>
    </Part>
  );
}

interface ObstacleProps {
  obstacle: ShownFinding;
  website: string;
  /** Path to which the website is sent for another check; null while the check is switched off. */
  again: string | null;
}

/** Why the page could not be read. That is the result, because search engines cannot read it either. */
function Obstacle({ obstacle, website, again }: ObstacleProps) {
  return (
    <Part title={obstacle.isStated ? "Why there is no result" : "What happened"}>
      <FindingText finding={obstacle} />
      {again !== null && (
        <form className="check-result__again" method="post" action={again}>
          <input type="hidden" name="website" value={website} />
          <Honeypot />
          <p>Have you fixed it? The next check begins at once.</p>
          <Button variant="secondary">Check again</Button>
        </form>
      )}
    </Part>
  );
}

interface ReportProps {
  form: ActionResult | undefined;
  isAsked: boolean;
  isGated: boolean;
}

function Report({ form, isAsked, isGated }: ReportProps) {
  return (
    <section className="check-result__part check-report grid" id="report">
      <h2>{isGated ? "See all findings" : "Send me this as PDF"}</h2>
      <div className="check-result__body">
        {isAsked && (
          <Notice tone="success">
            Check your inbox: open the link in our email to confirm your address, and we will send
            you the report.
          </Notice>
        )}
        {form?.notice && <Notice tone="error">{form.notice}</Notice>}
        {isGated && <p>Confirm your email address, and this page shows all other findings.</p>}
        <form method="post" noValidate>
          <EmailInput
            form={form}
            label="Your email"
            autoComplete="email"
            maxLength={254}
            hint="We ask you to confirm the address first, and use it for this report."
          />
          <TickField name="letter" label="Also send me your newsletter" form={form} />
          <Honeypot />
          <Button>{isGated ? "Show me everything" : "Send me this as PDF"}</Button>
        </form>
      </div>
    </section>
  );
}
