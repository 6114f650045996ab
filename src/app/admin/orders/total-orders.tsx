import { Group, Stack, Text, Title } from "@mantine/core";
import { salesTotalCents } from "../../orders/order-totals.ts";
import { dollarsFromCents } from "../../platform/money.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageNumberOf } from "../ordering/orders-page.server.ts";
import { pageTitle } from "../page-title.ts";
import type { Route } from "./+types/total-orders";
import { adminOnly } from "./admin-guard.server.ts";
import { allOrdersPage } from "./admin-orders.server.ts";
import { AdminOrdersTable } from "./admin-orders-table.tsx";
import { AdminPagination } from "./ui/admin-pagination.tsx";

export const handle = { breadcrumb: [{ label: "Total Orders" }] };

export function meta() {
  return pageTitle("Total Orders");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const [orders, salesCents] = await Promise.all([
    allOrdersPage(services, actor, pageNumberOf(request), 10),
    salesTotalCents(services, actor),
  ]);
  return { orders, sales: dollarsFromCents(salesCents) };
}

export default function TotalOrders({ loaderData }: Route.ComponentProps) {
  const { orders, sales } = loaderData;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Title order={1}>Total Orders</Title>
        <Text>
          Total Sales <strong>{sales}</strong>
        </Text>
      </Group>
      <div>
        <AdminOrdersTable orders={orders} updateLabel="Update" />
        {orders.total > 0 && (
          <AdminPagination
            page={orders.page}
            pageCount={orders.pageCount}
            hrefOf={(page) => `/total-orders?page=${page}`}
            label="Pages of orders"
          />
        )}
      </div>
    </Stack>
  );
}
