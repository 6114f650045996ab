import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/own-page-headers.ts";
import { pageTitle } from "../document/page-meta.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import type { Route } from "./+types/pending-order";
import { ownOrdersPage } from "./orders-page.server.ts";
import { OrdersTable } from "./orders-table.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Pending Orders");
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  return { orders: await ownOrdersPage(servicesOf(context), actor, request, 5) };
}

export default function PendingOrder({ loaderData }: Route.ComponentProps) {
  const { orders } = loaderData;
  return (
    <CustomerPage
      title="Pending Orders"
      lead={<p>We start work once an order is paid. You are not charged before you pay.</p>}
    >
      <OrdersTable
        caption="Pending Orders"
        dateColumn="Date"
        withAmount
        orders={orders}
        path="/pending-order"
      />
    </CustomerPage>
  );
}
