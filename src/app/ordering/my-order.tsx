import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/own-page-headers.ts";
import { pageTitle } from "../document/page-meta.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import type { Route } from "./+types/my-order";
import { ownOrdersPage } from "./orders-page.server.ts";
import { OrdersTable } from "./orders-table.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("My Orders");
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  return { orders: await ownOrdersPage(servicesOf(context), actor, request, 5) };
}

export default function MyOrder({ loaderData }: Route.ComponentProps) {
  return (
    <CustomerPage title="My Orders">
      <OrdersTable
        caption="My Orders"
        dateColumn="Order Date"
        orders={loaderData.orders}
        path="/my-order"
      />
    </CustomerPage>
  );
}
