import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { StandingText } from "#app/admin/frame/ui/admin-orders-table.tsx";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { Order } from "#orders/order.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { assignedOrders } from "#work/assignment/assigned-orders.ts";
import { orderStandings } from "#work/clock/order-standings.server.ts";
import { standingWords } from "../standing-words.server.ts";
import type { Route } from "./+types/my-work";

export const handle = { breadcrumb: [{ label: "My work" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("My work", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { configuration, database, clock } = services;
  const reader = await dateReader(services, request);
  const { open, delivered } = await assignedOrders(services, actor);
  const calendar = await readWorkCalendar(configuration, database.read);
  const standings = await orderStandings(database.read, open, { calendar, now: clock() });
  const wordsFor = await standingWords(services, [...open, ...delivered], reader);
  const row = (order: Order) => ({
    id: order.id,
    number: order.number,
    packageName: order.packageName,
    customerName: order.customerName,
    website: order.customerWebsite,
    ...wordsFor(order.id),
  });
  const dueOf = ({ id }: Order) => standings.get(id)?.dueAt ?? Number.POSITIVE_INFINITY;
  const waitsForCustomer = ({ id }: Order) => standings.get(id)?.waitsFor === "customer";
  const byDueDate = open.toSorted((one, other) => dueOf(one) - dueOf(other));
  return {
    mine: byDueDate.filter((order) => !waitsForCustomer(order)).map(row),
    waiting: byDueDate.filter(waitsForCustomer).map(row),
    delivered: delivered.map(row),
  };
}

type Row = Route.ComponentProps["loaderData"]["mine"][number];

const columns: readonly AdminColumn<Row>[] = [
  { heading: "Order", place: "value", cell: ({ number }) => number },
  { heading: "Customer", place: "title", cell: ({ customerName }) => customerName },
  { heading: "Plan", place: "detail", cell: ({ packageName }) => packageName },
  { heading: "Website", place: "wide", cell: ({ website }) => website },
  { heading: "Due", place: "mark", cell: (row) => <StandingText {...row} /> },
];

/** The orders that are assigned to the person who is signed in, without prices. */
export default function MyWork({ loaderData }: Route.ComponentProps) {
  const { mine, waiting, delivered } = loaderData;
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="center">
        <Title order={1}>My work</Title>
        <Button component={Link} to="/my-work/calendar" variant="default" size="sm">
          Due dates in your calendar
        </Button>
      </Group>
      {mine.length + waiting.length + delivered.length === 0 ? (
        <EmptyList
          title="No order is assigned to you"
          why="Orders that an owner or a manager assigns to you appear here, the earliest due date first."
        />
      ) : (
        <>
          <Part title="To do" rows={mine} empty="Nothing is waiting for you." />
          <Part title="Waiting for the customer" rows={waiting} empty="No orders are waiting." />
          <Part title="Delivered" rows={delivered} empty="No delivered orders yet." />
        </>
      )}
    </Stack>
  );
}

function Part({ title, rows, empty }: { title: string; rows: readonly Row[]; empty: string }) {
  return (
    <section>
      <Title order={2} mb="xs">
        {title}{" "}
        <Text span c="dimmed" size="sm">
          {rows.length}
        </Text>
      </Title>
      <AdminTable
        label={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/my-work/${id}`}
        empty={empty}
      />
    </section>
  );
}
