import { ownSurplusCents } from "../../orders/ledger/outstanding-balance.ts";
import { offeredTemplates } from "../../orders/placing/offered-templates.ts";
import {
  type MoneyTotals,
  ownMoneyTotals,
  spentTotalCents,
} from "../../orders/sales/order-totals.ts";
import { dollarsFromCents } from "../../platform/money.ts";
import { addressOf } from "../../seo/public-pages.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/own-page-headers.ts";
import { pageTitle } from "../document/page-meta.ts";
import { useSite } from "../site-layout.tsx";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { SummaryCard } from "../ui/customer/summary-card.tsx";
import { Button } from "../ui/forms/button.tsx";
import type { Route } from "./+types/dashboard";
import { DesignTemplates } from "./design-templates.tsx";
import { ownOrdersPage } from "./orders-page.server.ts";
import { OrdersTable } from "./orders-table.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Dashboard");
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const [orders, spentCents, money, tooMuchCents, templates] = await Promise.all([
    ownOrdersPage(services, actor, request, 3),
    spentTotalCents(services, actor),
    ownMoneyTotals(services, actor),
    ownSurplusCents(services, actor),
    offeredTemplates(services, actor),
  ]);
  const spent = dollarsFromCents(spentCents);
  return {
    orders,
    spent,
    returned: returnedOf(money, tooMuchCents),
    tooMuch: tooMuchCents === 0 ? "" : dollarsFromCents(tooMuchCents),
    templates,
    email: actor.email,
  };
}

/**
 * The returned amount: net plus refunds is what was paid, which may differ from the prices.
 * Duplicate payments are excluded, because they are promised back.
 */
function returnedOf({ refundedCents, netCents }: MoneyTotals, tooMuchCents: number) {
  if (refundedCents === 0) return null;
  return {
    refunded: dollarsFromCents(refundedCents),
    paid: dollarsFromCents(netCents + refundedCents),
    kept: dollarsFromCents(netCents - tooMuchCents),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { orders, spent, returned, tooMuch, templates, email } = loaderData;
  const { site } = useSite();
  return (
    <CustomerPage
      title="Welcome to User Dashboard"
      lead={<p>Signed in as {email}</p>}
      actions={
        <form method="post" action="/sign-out">
          <Button variant="secondary">Signout</Button>
        </form>
      }
    >
      <div className="summary-cards">
        <SummaryCard
          label="My Orders"
          value={orders.total}
          href="/my-order"
          hint="View all orders."
        />
        <SummaryCard
          label="Total Spent"
          value={`${spent} USD`}
          hint={
            returned
              ? "The prices of your paid orders, without fully refunded ones."
              : "Paid orders not yet delivered."
          }
        />
        {returned && (
          <SummaryCard
            label="Refunded"
            value={`${returned.refunded} USD`}
            hint={`Refunded out of ${returned.paid} USD paid. ${returned.kept} USD remains.`}
          />
        )}
        {tooMuch && (
          <SummaryCard
            label="Paid too often"
            value={`${tooMuch} USD`}
            hint="We will check it and refund you."
          />
        )}
        <SummaryCard
          label="Support"
          value="Write to us"
          href={addressOf(site, "contact")}
          hint="A person answers within one working day."
        />
      </div>
      <h2>My Orders</h2>
      <OrdersTable caption="My Orders" dateColumn="Order Date" orders={orders} path="/dashboard" />
      <DesignTemplates
        {...templates}
        titles={site.sectionTitles}
        plansPath={addressOf(site, "pricing")}
      />
    </CustomerPage>
  );
}
