import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { mayDemonstrate } from "#demonstration/add-demonstration-orders.ts";
import { countDemonstrationOrders } from "#orders/demonstration-numbers.server.ts";
import { moneyTotals, salesTotalCents } from "#sales/order-totals.ts";
import type { BulkAction } from "../frame/list/bulk-actions.tsx";
import { EmptyList } from "../frame/list/empty-list.tsx";
import { ListFrame } from "../frame/list/list-frame.tsx";
import { ListRows } from "../frame/list/list-rows.tsx";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import { orderHref, orderKey } from "../frame/ui/admin-orders-table.tsx";
import { useSendsEmails } from "../messages/mail/use-sends-emails.ts";
import totalsClasses from "../today/dashboard-totals.module.css";
import { describeTotals, whatTotalsCount } from "../today/dashboard-totals.tsx";
import type { Route } from "./+types/total-orders";
import { AddDemonstrationOrders } from "./add-demonstration-orders.tsx";
import { changeOrders } from "./change-orders.server.ts";
import { DemonstrationNotice } from "./demonstration-orders.tsx";
import { describeWithoutProof } from "./describe-effect.ts";
import { noOrders, ordersListWith } from "./orders-list.ts";
import { readOrdersList } from "./orders-search.server.ts";
import type { TeamOrderRow, TeamPerson } from "./team-order-rows.server.ts";

export const handle = { breadcrumb: [{ label: "Total Orders" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Total Orders", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const [table, salesCents, money, demonstrated] = await Promise.all([
    readOrdersList(services, actor, request),
    salesTotalCents(services, actor),
    moneyTotals(services, actor),
    countDemonstrationOrders(services.database.read),
  ]);
  const mayAdd = mayDemonstrate(services, actor);
  return { ...table, totals: describeTotals(salesCents, money), demonstrated, mayAdd };
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeOrders(servicesOf(context), await adminOnly(context, request), request);
}

const statusActions = (sendsEmails: boolean): readonly BulkAction<TeamOrderRow>[] => [
  { label: "Mark as Pending", input: { orderStatus: "Pending" }, shortcut: "p" },
  {
    label: "Mark as delivered without proof",
    input: { orderStatus: "Delivered" },
    shortcut: "d",
    ask: (orders) => ({
      title: "Deliver without proof?",
      text: describeWithoutProof(orders, sendsEmails),
      confirm: "Mark as delivered",
    }),
  },
];

function bulkActionsFor(
  people: readonly TeamPerson[],
  sendsEmails: boolean,
): readonly BulkAction<TeamOrderRow>[] {
  const others = statusActions(sendsEmails);
  if (people.length === 0) return others;
  const options = people.map(({ accountId, name }) => ({ value: accountId, label: name }));
  const choices = { name: "assignee", options: [...options, { value: "", label: "Nobody" }] };
  return [{ label: "Assign to", input: {}, shortcut: "w", choices }, ...others];
}

export default function TotalOrders({ loaderData }: Route.ComponentProps) {
  const { query, problems, orders, idle, savedTabs, totals } = loaderData;
  const { demonstrated, mayAdd, people } = loaderData;
  const sendsEmails = useSendsEmails();
  const list = ordersListWith(loaderData);
  const actions = useMemo(() => bulkActionsFor(people, sendsEmails), [people, sendsEmails]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Title order={1}>Total Orders</Title>
        <div>
          <div className={totalsClasses.line}>
            {totals.map(({ label, amount }) => (
              <Text key={label}>
                {label} <strong>{amount}</strong>
              </Text>
            ))}
          </div>
          <Text size="xs" c="dimmed">
            {whatTotalsCount}
          </Text>
        </div>
      </Group>
      <ListFrame list={list} query={query} savedTabs={savedTabs} count={orders.items.length}>
        <DemonstrationNotice count={demonstrated} />
        {problems.length > 0 && (
          <Alert color="yellow" title="Part of the link was ignored">
            {problems.join(" ")}
          </Alert>
        )}
        <ListRows
          list={list}
          query={query}
          page={orders}
          keyOf={orderKey}
          hrefOf={orderHref}
          nameOf={({ number }) => `order ${number}`}
          actions={actions}
          empty={<EmptyList {...noOrders}>{mayAdd && <AddDemonstrationOrders />}</EmptyList>}
          idle={idle}
        />
      </ListFrame>
    </Stack>
  );
}
