import { Alert, Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readIssuing } from "#invoices/issuing/read-issuing.ts";
import { pageOfInvoices } from "#invoices/read-invoices.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/invoices";
import { invoiceRow } from "./invoice-row.server.ts";
import { invoicesList } from "./invoices-list.tsx";

export const handle = {
  breadcrumb: [{ label: "Payments", path: "/payments" }, { label: "Invoices" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Invoices", matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { search, shown } = await readList(services, actor, request, invoicesList);
  const [invoices, issuing] = await Promise.all([
    pageOfInvoices(services, actor, { ...search, pageSize }),
    readIssuing(services, actor),
  ]);
  return {
    invoices: { ...invoices, items: invoices.items.map((one) => invoiceRow(one, reader)) },
    shown,
    isOn: issuing.since !== null,
    waits: {
      isStopped: issuing.since !== null && issuing.restoredAt !== null,
      count: issuing.waitingCount,
      reason: issuing.waiting[0]?.fault ?? "",
    },
    maySet: may(actor, "change settings"),
  };
}

const empty = {
  title: "No invoices yet",
  why: "From the moment you switch invoices on, each paid order has one here, and each refund a credit note.",
};
const settings = { label: "Open the invoice settings", path: "/settings/invoices" };

export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { invoices, shown, isOn, waits, maySet } = loaderData;
  return (
    <Stack gap="lg">
      <Title order={1}>Invoices</Title>
      {(waits.isStopped || waits.count > 0) && (
        <Alert color="yellow" title={waitingTitle(waits.count)}>
          <Text size="sm">
            {waits.reason ||
              "This site was restored from a backup. An owner has to confirm the last number."}{" "}
            {maySet && (
              <Anchor component={Link} to="/settings/invoices" size="sm" underline="always">
                Open the invoice settings
              </Anchor>
            )}
          </Text>
        </Alert>
      )}
      <ListView
        list={invoicesList}
        {...shown}
        label="Invoices and credit notes"
        page={invoices}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/invoices/${id}`}
        nameOf={({ number }) => number}
        empty={<EmptyList {...empty} {...(maySet && !isOn && { todo: settings })} />}
      />
    </Stack>
  );
}

function waitingTitle(count: number): string {
  if (count === 0) return "No invoices are issued now";
  return count === 1
    ? "One order waits for its invoice"
    : `${count} orders wait for their invoices`;
}
