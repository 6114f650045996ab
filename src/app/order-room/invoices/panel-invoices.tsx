import { Alert, Anchor, Button, Collapse, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { useFetcher } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import type { InvoiceRow } from "#app/admin/money/invoices/invoice-row.server.ts";
import { ReissueForm } from "#app/admin/money/invoices/reissue-form.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import classes from "../order-room.module.css";
import type { TeamRoom } from "../room-parts.server.ts";

const columns: readonly AdminColumn<InvoiceRow>[] = [
  { heading: "Number", place: "title", cell: ({ number }) => number },
  { heading: "Kind", place: "mark", cell: ({ kind }) => kind },
  { heading: "Date", place: "detail", cell: ({ date }) => date },
  { heading: "Tax", end: true, cell: ({ tax }) => tax },
  { heading: "Total", place: "value", end: true, cell: ({ total }) => total },
];

export function InvoicesTable({ documents }: { readonly documents: readonly InvoiceRow[] }) {
  return (
    <AdminTable
      label="Invoices and credit notes"
      columns={columns}
      rows={documents}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/invoices/${id}`}
      empty="This order has no invoice."
    />
  );
}

interface PanelInvoicesProps {
  readonly invoices: NonNullable<TeamRoom["invoices"]>;
}

/** The documents of an order, with the ways to issue an invoice by hand and to replace it. */
export default function PanelInvoices({ invoices }: PanelInvoicesProps) {
  const { documents, waitsFor, proForma, canIssue, canReissue } = invoices;
  const fetcher = useFetcher<ActionResult>();
  const [isReplacing, setIsReplacing] = useState(false);
  return (
    <section aria-labelledby="order-invoices" className={classes.unprinted}>
      <Title order={2} id="order-invoices" mb="xs">
        Invoices
      </Title>
      <Stack gap="sm">
        {waitsFor !== null && <Alert color="yellow">{waitsFor}</Alert>}
        {fetcher.data?.notice && <Alert color="red">{fetcher.data.notice}</Alert>}
        <InvoicesTable documents={documents} />
        {proForma !== null && (
          <Anchor href={proForma} style={{ alignSelf: "start" }}>
            Open the pro forma for the bank transfer (PDF)
          </Anchor>
        )}
        {canIssue && (
          <fetcher.Form method="post">
            <Button
              type="submit"
              name="intent"
              value="issue-invoice"
              variant="default"
              loading={fetcher.state !== "idle"}
            >
              Issue an invoice
            </Button>
          </fetcher.Form>
        )}
        {canReissue && (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              mih={44}
              style={{ alignSelf: "start" }}
              aria-expanded={isReplacing}
              onClick={() => setIsReplacing(!isReplacing)}
            >
              Replace the invoice…
            </Button>
            <Collapse expanded={isReplacing}>
              <ReissueForm />
            </Collapse>
          </>
        )}
      </Stack>
    </section>
  );
}
