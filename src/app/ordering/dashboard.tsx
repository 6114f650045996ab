import type { ReactNode } from "react";
import type { Services } from "#compose.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import { ownSurplusCents } from "#money/ledger/outstanding-balance.ts";
import { type OfferedTemplates, offeredTemplates } from "#orders/placing/offered-templates.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Actor } from "#policy/actor.ts";
import { mayInOwnCompany } from "#policy/rights.ts";
import { type MoneyTotals, ownMoneyTotals, spentTotalCents } from "#sales/order-totals.ts";
import { addressOf } from "#seo/public-pages.ts";
import { listOwnSubscriptions } from "#subscriptions/read-subscription.ts";
import { listNextMonths } from "#work/next-month/list-next-months.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { NextMonthOffer } from "../order-room/next-month/next-month-offer.tsx";
import { offerOf } from "../order-room/next-month/next-month-view.server.ts";
import { useSite } from "../site-layout.tsx";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Icon } from "../ui/drawings/icon.tsx";
import { Button } from "../ui/forms/button.tsx";
import { Picture } from "../ui/pictures/picture.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { Route } from "./+types/dashboard";
import orderingSheet from "./ordering.css?sheet";
import { ownOrdersPage, wantedSteps } from "./orders-page.server.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OwnPlans } from "./plans/own-plans.tsx";
import { planLines } from "./plans/plan-view.server.ts";
import { WantedSteps } from "./wanted-steps.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Dashboard", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const [orders, wanted, money, templates, nextMonths, plans] = await Promise.all([
    ownOrdersPage(services, actor, request, { pageSize: 3 }),
    wantedSteps(services, actor, request),
    mayInOwnCompany(actor, "payments") ? ownMoney(services, actor) : null,
    offeredTemplates(services, actor),
    listNextMonths(services, actor),
    listOwnSubscriptions(services, actor),
  ]);
  return {
    orders,
    wanted,
    money,
    templates,
    nextMonths: nextMonths.map(offerOf),
    plans: await planLines(services, plans, await dateReader(services, request)),
    email: actor.email,
  };
}

async function ownMoney(services: Services, actor: Actor) {
  const [spentCents, totals, tooMuchCents] = await Promise.all([
    spentTotalCents(services, actor),
    ownMoneyTotals(services, actor),
    ownSurplusCents(services, actor),
  ]);
  return {
    spent: dollarsFromCents(spentCents),
    returned: returnedOf(totals),
    tooMuch: tooMuchCents === 0 ? "" : dollarsFromCents(tooMuchCents),
  };
}

/**
 * Amounts for the card about refunds; null when nothing was refunded. `paid` is the net amount plus
 * refunds, because the money received can differ from the prices of the orders. `net` includes
 * duplicate payments, which have a card of their own.
 */
function returnedOf({ refundedCents, netCents }: MoneyTotals) {
  if (refundedCents === 0) return null;
  return {
    refunded: dollarsFromCents(refundedCents),
    paid: dollarsFromCents(netCents + refundedCents),
    net: dollarsFromCents(netCents),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { orders, wanted, money, templates, nextMonths, plans, email } = loaderData;
  const { returned = null, tooMuch = "" } = money ?? {};
  const { site } = useSite();
  const { dashboardHeading, signOutButton, numberColumn, answerTime } = wordsOf(site);
  return (
    <CustomerPage
      title={dashboardHeading}
      lead={<p>Signed in as {shownEmail(email)}</p>}
      actions={
        <form method="post" action="/sign-out">
          <Button variant="secondary">{signOutButton}</Button>
        </form>
      }
    >
      <WantedSteps wanted={wanted} />
      {nextMonths.length > 0 && (
        <section className="next-months" aria-labelledby="next-months">
          <h2 id="next-months">Order the next month</h2>
          {nextMonths.map((offer) => (
            <NextMonthOffer key={offer.orderId} offer={offer} isNamed />
          ))}
        </section>
      )}
      <OwnPlans plans={plans} />
      <div className="summary-cards">
        <SummaryCard
          label="My Orders"
          value={orders.total}
          href="/my-order"
          hint="View all orders."
        />
        {money && (
          <SummaryCard
            label="Total Spent"
            value={`${money.spent} USD`}
            hint={
              returned
                ? "The prices of your paid orders, without fully refunded ones."
                : "The prices of your paid orders."
            }
          />
        )}
        {returned && (
          <SummaryCard
            label="Refunded"
            value={`${returned.refunded} USD`}
            hint={`Paid: ${returned.paid} USD. After refunds: ${returned.net} USD.`}
          />
        )}
        {tooMuch && (
          <SummaryCard
            label="Paid more than once"
            value={`${tooMuch} USD`}
            hint="We will check it and refund you."
          />
        )}
        <SummaryCard
          label="Support"
          value="Write to us"
          href={addressOf(site, "contact")}
          hint={answerTime ? `A person answers within ${answerTime}.` : "A person answers."}
        />
      </div>
      <h2>My Orders</h2>
      <OrdersTable
        caption="My Orders"
        numberColumn={numberColumn}
        dateColumn="Order Date"
        orders={orders}
        path="/dashboard"
        hasButtons={wanted.every(({ action }) => action === null)}
      />
      <DesignTemplates
        {...templates}
        titles={site.sectionTitles}
        plansPath={addressOf(site, "pricing")}
      />
    </CustomerPage>
  );
}

interface DesignTemplatesProps extends OfferedTemplates {
  titles: SectionTitles | undefined;
  plansPath: string;
}

function DesignTemplates({ templates, withheld, titles, plansPath }: DesignTemplatesProps) {
  useSheet(orderingSheet);
  if (templates.length + withheld === 0) return null;
  return (
    <section className="design-templates" aria-labelledby="design-templates">
      <h2 id="design-templates">{titles?.templatesHeading || "Design templates"}</h2>
      {titles && <p className="design-templates__text">{titles.templatesText}</p>}
      <ul className="design-templates__list">
        {templates.map((template) => (
          <li className="design-template" key={template._id}>
            <Picture address={template.imageLink} alt="" sizes="(max-width: 40rem) 90vw, 24rem" />
            <a href={template.canvaLink} rel="noopener">
              {template.category}
            </a>
            <p>
              {template.format}, {template.freeOrPaid === "Free" ? "free" : "with your plan"}
            </p>
          </li>
        ))}
      </ul>
      {withheld > 0 && (
        <p className="design-templates__more">
          {withheld === 1 ? "One more is included" : `${withheld} more are included`} with every
          paid order. <a href={plansPath}>See the plans</a>
        </p>
      )}
    </section>
  );
}

interface SummaryCardProps {
  label: string;
  value: ReactNode;
  href?: string;
  hint?: ReactNode;
}

function SummaryCard({ label, value, href, hint }: SummaryCardProps) {
  return (
    <div className="summary-card">
      <h2 className="summary-card__label">
        {href ? (
          <a href={href}>
            {label}
            <Icon name="arrow" />
          </a>
        ) : (
          label
        )}
      </h2>
      <p className="summary-card__value">{value}</p>
      {hint && <p className="summary-card__hint">{hint}</p>}
    </div>
  );
}
