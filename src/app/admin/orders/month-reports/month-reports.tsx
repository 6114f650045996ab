import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { listReportsOfMonth, mostListed } from "#reports/list-due-reports.ts";
import { isMonth, monthAfter, monthAt, monthName } from "#reports/report.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import type { Route } from "./+types/month-reports";
import classes from "./month-report.module.css";
import { ReportState } from "./report-state.tsx";

export const handle = { breadcrumb: [{ label: "Monthly reports" }] };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Reports for ${loaderData.name}` : "Monthly reports", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const present = monthAt(services.clock(), reader.timeZone);
  const asked = new URL(request.url).searchParams.get("month") ?? "";
  const month = isMonth(asked) && asked <= present ? asked : present;
  const calendar = await readWorkCalendar(services.configuration, services.database.read);
  const listed = await listReportsOfMonth({ ...services, calendar }, actor, month).catch(pageError);
  return {
    month,
    name: monthName(month),
    earlier: monthAfter(month, -1),
    mostShown: listed.length >= mostListed ? mostListed : null,
    later: month < present ? monthAfter(month, 1) : null,
    rows: listed.map(({ order, state, sentAt }) => ({
      id: order.id,
      number: order.number,
      state,
      customer: order.customerName,
      plan: order.packageName,
      website: order.customerWebsite,
      sent: sentAt === null ? "" : longDateOf(sentAt, reader),
    })),
  };
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const columns: readonly AdminColumn<Row>[] = [
  {
    heading: "Order",
    place: "value",
    // On a phone, a row shows no headings, so the cell itself contains “Order”.
    cell: ({ number }) => (
      <>
        <span className={classes.orderWord}>Order </span>
        {number}
      </>
    ),
  },
  { heading: "Customer", place: "title", cell: ({ customer }) => customer },
  { heading: "Plan", place: "detail", cell: ({ plan }) => plan },
  { heading: "Website", place: "wide", cell: ({ website }) => website },
  { heading: "Report", place: "mark", cell: ({ state }) => <ReportState state={state} /> },
  { heading: "Sent", place: "wide", cell: ({ sent }) => sent || "Not sent" },
];

export default function MonthReports({ loaderData }: Route.ComponentProps) {
  const { month, name, earlier, later, rows, mostShown } = loaderData;
  const open = rows.filter(({ state }) => state !== "sent").length;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={1}>Reports for {name}</Title>
          {rows.length > 0 && (
            <Text c="dimmed" size="sm" mt={4}>
              {open === 0 ? "None" : open} to write or send, {rows.length - open} sent
            </Text>
          )}
          {mostShown !== null && (
            <Text c="dimmed" size="sm" mt={4}>
              At most {mostShown} orders in work are listed, the oldest first.
            </Text>
          )}
        </div>
        <Group component="nav" aria-label="Months" gap="xs">
          <Button component={Link} to={`?month=${earlier}`} variant="default">
            {monthName(earlier)}
          </Button>
          {later !== null && (
            <Button component={Link} to={`?month=${later}`} variant="default">
              {monthName(later)}
            </Button>
          )}
        </Group>
      </Group>
      <AdminTable
        label={`Reports for ${name}`}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/month-reports/${id}/${month}`}
        empty={
          <EmptyList
            title="No reports for this month"
            why="Each paid order that is not delivered yet appears here, so that its customer hears once a month what was done, what changed and what comes next."
          />
        }
      />
    </Stack>
  );
}
