import { Anchor, Badge, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable, WithWord } from "#app/admin/frame/ui/admin-table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { monthName } from "#bookkeeping/months/month.ts";
import { listMonths } from "#bookkeeping/months/read-months.ts";
import { dollarsFromCents } from "#platform/money.ts";
import type { Route } from "./+types/months";
import { monthLabels } from "./month-labels.ts";

export const handle = {
  breadcrumb: [{ label: "Payments", path: "/payments" }, { label: "Months" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Months", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const until = new URL(request.url).searchParams.get("until") ?? "";
  const { months, before } = await listMonths(servicesOf(context), actor, until);
  return {
    before,
    months: months.map(({ month, state, closedBy, sums }) => {
      const total = (column: "paymentsCents" | "refundsCents" | "feesCents" | "netCents") =>
        dollarsFromCents(sums.providers.reduce((cents, one) => cents + one[column], 0));
      return {
        month,
        name: monthName(month),
        state,
        closedBy,
        payments: total("paymentsCents"),
        refunds: total("refundsCents"),
        fees: total("feesCents"),
        net: total("netCents"),
      };
    }),
  };
}

type MonthRow = Route.ComponentProps["loaderData"]["months"][number];

const columns: readonly AdminColumn<MonthRow>[] = [
  { heading: "Month", place: "title", cell: ({ name }) => name },
  {
    heading: "State",
    place: "mark",
    cell: ({ state }) => (
      <Badge variant="dot" color={monthLabels[state].colour} miw="max-content">
        {monthLabels[state].label}
      </Badge>
    ),
  },
  {
    heading: "Payments",
    place: "detail",
    end: true,
    cell: ({ payments }) => <WithWord word="Payments" value={payments} />,
  },
  { heading: "Refunds", end: true, cell: ({ refunds }) => refunds },
  { heading: "Fees", end: true, cell: ({ fees }) => fees },
  {
    heading: "Net",
    place: "value",
    end: true,
    cell: ({ net }) => <WithWord word="Net" value={net} />,
  },
  { heading: "Closed by", cell: ({ closedBy }) => closedBy },
];

export default function Months({ loaderData: { months, before } }: Route.ComponentProps) {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Months</Title>
        <Text maw={720}>
          A month closes when every row of its statements is explained. Whatever comes later counts
          in the next month.
        </Text>
      </div>
      <AdminTable
        label="Months"
        columns={columns}
        rows={months}
        keyOf={({ month }) => month}
        hrefOf={({ month }) => `/months/${month}`}
        empty={
          <EmptyList
            title="No months yet"
            why="With the first payment, each month appears here with its payments, refunds, fees and tax, ready for your accountant."
          />
        }
      />
      {before !== null && (
        <Anchor component={Link} to={`/months?until=${before}`}>
          Earlier months
        </Anchor>
      )}
    </Stack>
  );
}
