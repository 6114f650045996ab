import type { Services } from "#compose.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import { listOwnOffers } from "#offers/own-offers.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { longDateOf, startOfDay } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { useSite } from "../site-layout.tsx";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import type { Route } from "./+types/own-orders";
import { ownOrdersPage } from "./orders-page.server.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OwnOffers } from "./own-offers.tsx";

/** The specification has two pages that list the same orders. */
const pages = {
  "/my-order": { title: "My Orders", dateColumn: "Order Date" },
  "/pending-order": { title: "Pending Orders", dateColumn: "Date" },
} as const;

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData && pageTitle(pages[loaderData.path].title, matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const path = /^\/my-order/i.test(url.pathname) ? "/my-order" : "/pending-order";
  const shown = { pageSize: 5, isPending: path === "/pending-order" };
  const services = servicesOf(context);
  return {
    path,
    orders: await ownOrdersPage(services, actor, request, shown),
    offers: await ownOffers(services, actor, request),
  } as const;
}

async function ownOffers(services: Services, actor: SignedInActor, request: Request) {
  const offers = await listOwnOffers(services, actor);
  if (offers.length === 0) return [];
  const reader = await dateReader(services, request);
  return offers.map(({ id, title, priceCents, lastDay, companyId, companyName }) => ({
    id,
    title,
    total: dollarsFromCents(priceCents),
    lastDay: longDateOf(startOfDay(lastDay, reader.timeZone), reader),
    company: companyId === null ? "" : companyName || "your company",
  }));
}

export default function OwnOrders({ loaderData: { path, orders, offers } }: Route.ComponentProps) {
  const { title, dateColumn } = pages[path];
  const isPending = path === "/pending-order";
  const hasUnpaid = orders.items.some(({ paymentStatus }) => paymentStatus === "UnPaid");
  return (
    <CustomerPage
      title={title}
      lead={
        isPending &&
        hasUnpaid && <p>The payment comes before the work. You are not charged before you pay.</p>
      }
    >
      <OwnOffers offers={offers} />
      <OrdersTable
        caption={title}
        numberColumn={wordsOf(useSite().site).numberColumn}
        dateColumn={dateColumn}
        withAmount={isPending}
        orders={orders}
        path={path}
      />
    </CustomerPage>
  );
}
