import { Alert, Button, Card, Grid, NativeSelect, Stack, Table, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { findOrder } from "../../orders/find-order.ts";
import { orderStatuses } from "../../orders/order.ts";
import { setOrderStatus } from "../../orders/set-order-status.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageError, readForm, refusedForm } from "../form-state.server.ts";
import { orderRow } from "../ordering/order-row.server.ts";
import { pageTitle } from "../page-title.ts";
import type { Route } from "./+types/order-status";
import { adminOnly } from "./admin-guard.server.ts";

export const handle = {
  breadcrumb: [{ label: "Total Orders", path: "/total-orders" }, { label: "Update order" }],
};

export function meta() {
  return pageTitle("Update order");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  return {
    order: orderRow(order, services.configuration.timeZone),
    address: `${order.customerAddress}, ${order.customerCountry}`,
    website: order.customerWebsite,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    const status = { orderStatus: values.orderStatus };
    await setOrderStatus(servicesOf(context), actor, params.orderId, status);
    return { savedAt: Date.now(), notice: null };
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function OrderStatus({ loaderData, actionData }: Route.ComponentProps) {
  const { order, address, website } = loaderData;
  const savedAt = actionData && "savedAt" in actionData ? actionData.savedAt : undefined;
  const isSaving = useNavigation().state !== "idle";
  useEffect(() => {
    if (savedAt !== undefined) notifications.show({ message: "OrderStatus is Updated" });
  }, [savedAt]);
  const facts = [
    ["Plan", order.packageName],
    ["Amount", `${order.price} USD`],
    ["Payment Status", order.paymentStatus],
    ["Ordered", order.fullDate],
    ["Name", order.customerName],
    ["Email", order.customerEmail],
    ["Address", address],
    ["Website", website || "not given"],
  ];
  return (
    <Stack gap="lg" maw={1040}>
      <Title order={1}>Order {order.number}</Title>
      {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
          <Card withBorder>
            <Form method="post">
              <Stack gap="sm">
                <NativeSelect
                  key={order.orderStatus}
                  size="md"
                  label="Order Status"
                  name="orderStatus"
                  data={[...orderStatuses]}
                  defaultValue={order.orderStatus}
                />
                <Button type="submit" size="md" loading={isSaving}>
                  Update
                </Button>
              </Stack>
            </Form>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
          <Card withBorder py="xs">
            <Table layout="fixed" verticalSpacing="xs">
              <Table.Tbody>
                {facts.map(([label, value]) => (
                  <Table.Tr key={label}>
                    <Table.Th w={144} fw={400} c="dimmed">
                      {label}
                    </Table.Th>
                    <Table.Td>
                      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                        {value}
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Card>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
