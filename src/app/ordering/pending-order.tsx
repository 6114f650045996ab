import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/own-page-headers.ts";
import { pageTitle } from "../document/page-meta.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Notice } from "../ui/notice.tsx";
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
  return {
    orders: await ownOrdersPage(servicesOf(context), actor, request, 5),
    placed: new URL(request.url).searchParams.has("placed"),
  };
}

export default function PendingOrder({ loaderData }: Route.ComponentProps) {
  const { orders, placed } = loaderData;
  const [newest] = orders.items;
  // The URL stays in the history, so customers return to it after paying.
  const isToPay = newest?.paymentStatus === "UnPaid" && newest.paymentMark === null;
  return (
    <CustomerPage
      title="Pending Orders"
      lead={<p>We start work once an order is paid. You are not charged before you pay.</p>}
    >
      {placed && isToPay && (
        <Notice tone="success">Your order is placed. The next step is to pay for it.</Notice>
      )}
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
