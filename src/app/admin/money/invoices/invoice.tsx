import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from "@mantine/core";
import { Link } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { RouteHandle } from "#app/root.tsx";
import type { Services } from "#compose.ts";
import { reissueByHand } from "#invoices/issuing/issue-by-hand.ts";
import { readInvoice } from "#invoices/read-invoices.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/invoice";
import { invoiceRow, invoiceView } from "./invoice-row.server.ts";
import { KindBadge } from "./invoices-list.tsx";
import { ReissueForm } from "./reissue-form.tsx";

export const handle: RouteHandle = {
  breadcrumb(data) {
    const view = (data as Route.ComponentProps["loaderData"] | undefined)?.view;
    return [
      { label: "Payments", path: "/payments" },
      { label: "Invoices", path: "/invoices" },
      { label: view?.number ?? "Invoice" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.view.number ?? "Invoice", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const invoice = await readInvoice(services, actor, params.invoiceId).catch(pageError);
  const { corrected, creditNotes, document } = invoice;
  const credited = creditNotes.reduce((cents, note) => cents + note.document.totalCents, 0);
  const hasRest = document.kind === "invoice" && credited < document.totalCents;
  return {
    view: invoiceView(invoice, reader),
    correctedId: corrected?.id ?? "",
    creditNotes: creditNotes.map((note) => invoiceRow(note, reader)),
    mayReissue: hasRest && may(actor, "issue invoices"),
    orderPath: may(actor, "update orders") ? "/admin/payment-status" : "/order-payments",
  };
}

interface InvoiceContext {
  readonly services: Services;
  readonly actor: Actor;
  readonly id: string;
}

const intents = {
  reissue: intent(fields("reason"), async ({ services, actor, id }: InvoiceContext, sent) => {
    const { orderId } = await readInvoice(services, actor, id);
    await reissueByHand(services, actor, orderId, { reason: sent.reason ?? "" });
    return { said: "The invoice is replaced" };
  }),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(intents, { services, actor, id: params.invoiceId }, await readForm(request));
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { view, correctedId, creditNotes, mayReissue, orderPath } = loaderData;
  const { words } = view;
  return (
    <Stack gap="lg" maw={820}>
      <div>
        <Group gap="sm">
          <Title order={1}>{view.number}</Title>
          <KindBadge kind={view.kind} isCredit={view.isCredit} />
        </Group>
        <Text>
          {view.date}, for{" "}
          <Anchor component={Link} to={`${orderPath}/${view.orderId}`}>
            order {view.orderNumber}
          </Anchor>
          {view.corrects !== "" && (
            <>
              , credits{" "}
              <Anchor component={Link} to={`/invoices/${correctedId}`}>
                {view.corrects}
              </Anchor>
            </>
          )}
        </Text>
        {creditNotes.map((note) => (
          <Text key={note.id}>
            Credited by{" "}
            <Anchor component={Link} to={`/invoices/${note.id}`}>
              {note.number}
            </Anchor>
            : {note.total}
          </Text>
        ))}
      </div>
      {view.fault !== "" && (
        <Alert color="yellow" title="There is no e-invoice of this document">
          {view.fault}
        </Alert>
      )}
      {view.files.length === 0 ? (
        <Text size="sm" c="dimmed">
          The PDF is being made. Look again in a minute.
        </Text>
      ) : (
        <Group gap="sm">
          {view.files.map(({ label, size, href }) => (
            <Button key={href} component="a" href={href} variant="default">
              Download {label} ({size})
            </Button>
          ))}
        </Group>
      )}
      <Card withBorder padding="lg" component="section" aria-label="The document">
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Party title="Seller" lines={words.seller} />
            <Party title="Customer" lines={words.buyer} />
          </SimpleGrid>
          <div>
            {words.facts.map(([label, value]) => (
              <Text key={label} size="sm">
                {label}: {value}
              </Text>
            ))}
          </div>
          <Table>
            <Table.Tbody>
              {words.lines.map(({ label, quantity, amount }, index) => (
                <Row
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
                  key={index}
                  label={Number(quantity) > 1 ? `${label} × ${quantity}` : label}
                  amount={amount}
                />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              {words.sums.map(({ label, amount, isTotal = false }) => (
                <Row key={label} label={label} amount={amount} isBold={isTotal} />
              ))}
            </Table.Tfoot>
          </Table>
          <div>
            {words.sentences.map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
          </div>
        </Stack>
      </Card>
      {mayReissue && (
        <Card withBorder component="section" aria-labelledby="replace">
          <Title order={2} size="h4" id="replace" mb="xs">
            Replace it
          </Title>
          <ReissueForm />
        </Card>
      )}
    </Stack>
  );
}

function Party({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {lines.map((line, index) => (
        <Text key={line} fw={index === 0 ? 600 : 400}>
          {line}
        </Text>
      ))}
    </div>
  );
}

interface RowProps {
  readonly label: string;
  readonly amount: string;
  readonly isBold?: boolean;
}

function Row({ label, amount, isBold = false }: RowProps) {
  return (
    <Table.Tr fw={isBold ? 600 : 400}>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{label}</Table.Td>
      <Table.Td ta="end" style={{ whiteSpace: "nowrap" }}>
        {amount}
      </Table.Td>
    </Table.Tr>
  );
}
