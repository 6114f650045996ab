import { pageOfPeople } from "#access/accounts/people.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { may } from "#policy/rights.ts";
import { everyOrder } from "#search/order-search.ts";
import { searchOrders } from "#search/search-orders.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/find";

const mostOfEach = 4;

/** Orders and accounts that match the query parameter `q`, for the command palette. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { database, clock, configuration } = services;
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  if (q === "") return { q, results: [] };
  const calendar = await readWorkCalendar(configuration, database.read);
  const search = { ...everyOrder, q };
  const page = { page: 1, pageSize: mostOfEach };
  const [orders, people] = await Promise.all([
    may(actor, "see every order")
      ? searchOrders({ database, clock, calendar }, actor, search, page)
      : { items: [] },
    may(actor, "see customers")
      ? pageOfPeople({ database }, actor, { ...page, search: q })
      : { items: [] },
  ]);
  const ordersFound = orders.items.map((order) => ({
    path: `/admin/payment-status/${order.id}`,
    label: `Order ${order.number}, ${order.customerName}`,
    names: [String(order.number), order.customerName],
    description: `${order.packageName}, ${dollarsFromCents(order.priceCents)}, ${order.paymentStatus}, ${order.orderStatus}`,
  }));
  const peopleFound = people.items.map(({ accountId, email, name }) => ({
    path: `/people/${accountId}`,
    label: name || email,
    names: [name, email],
    description: name === "" ? "Customer" : `Customer, ${email}`,
  }));
  return { q, results: [...ordersFound, ...peopleFound] };
}
