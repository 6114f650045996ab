import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Code,
  Group,
  Stack,
  Text,
  Textarea,
  Title,
} from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { RouteHandle } from "#app/root.tsx";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { categoryWords } from "#bookkeeping/journal/category-words.ts";
import { closeMonth, reopenMonth } from "#bookkeeping/months/close-month.ts";
import { monthName, mostShown } from "#bookkeeping/months/month.ts";
import { netInWords, providerTitle } from "#bookkeeping/months/month-sums.server.ts";
import { readMonth } from "#bookkeeping/months/read-months.ts";
import { dollarsFromCents, moneyIn } from "#platform/money.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/month";
import { bookRow, lackingRow } from "./book-rows.server.ts";
import { BookRows } from "./book-rows-table.tsx";
import { type BooksContext, explainIntent, kindChoices } from "./explain-intent.server.ts";
import { monthLabels } from "./month-labels.ts";

export const handle: RouteHandle = {
  breadcrumb(data) {
    const name = (data as Route.ComponentProps["loaderData"] | undefined)?.name;
    return [
      { label: "Payments", path: "/payments" },
      { label: "Months", path: "/months" },
      { label: name ?? "Month" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.name ?? "Month", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const month = await readMonth(services, actor, params.month).catch(pageError);
  const { sums } = month;
  const dollars = dollarsFromCents;
  return {
    month: month.month,
    name: monthName(month.month),
    state: month.state,
    notYet: month.notYet,
    timeZone: month.timeZone,
    closed:
      month.closedAt === null ? "" : `${minuteOf(month.closedAt, reader)} by ${month.closedBy}`,
    hash: month.hash,
    entries: month.entries,
    providers: sums.providers.map((one) => ({
      name: providerTitle(one.provider),
      note: one.differencesCents === 0 ? "" : netInWords(one),
      sums: [
        ["Payments", dollars(one.paymentsCents)],
        ["Refunds", dollars(-one.refundsCents)],
        ["Taken by disputes", dollars(-one.disputesCents)],
        ["Given back by won disputes", dollars(one.wonDisputesCents)],
        ["Fees", dollars(-one.feesCents)],
        ["Net", dollars(one.netCents)],
        ["Payouts to the bank", dollars(one.payoutsCents)],
        ["Other rows", dollars(one.otherCents)],
        ["Differences", dollars(one.differencesCents)],
      ].filter(([label, amount]) => amount !== "$0.00" || label === "Net") as [string, string][],
    })),
    tax: sums.tax.map((one) => ({
      name: `${categoryWords[one.category]}, ${one.ratePercent} %`,
      documents: one.documents,
      net: dollars(one.netCents),
      tax: dollars(one.taxCents),
      total: dollars(one.totalCents),
    })),
    taxInCurrency: (sums.inTaxCurrency ?? []).map((one) => ({
      name: `${categoryWords[one.category]}, ${one.ratePercent} %, in ${one.currency}`,
      tax: unbroken(moneyIn(one.currency, one.taxCents)),
      total: unbroken(moneyIn(one.currency, one.totalCents)),
    })),
    documents: `${sums.invoices} invoices, ${sums.creditNotes} credit notes`,
    waitingInvoices: month.points.waitingInvoices,
    openRows: month.points.openRows,
    lackingEntries: month.points.lackingEntries,
    rows: month.rows.map((row) => bookRow(row, reader)),
    lacking: month.lacking.map((entry) => lackingRow(entry, reader)),
    late: month.late.map((entry) => lackingRow(entry, reader)),
    reopenings: month.reopenings.map(({ reopenedAt, reopenedBy, reason }) => ({
      when: minuteOf(reopenedAt, reader),
      by: reopenedBy,
      reason,
    })),
    mayKeep: may(actor, "keep the books"),
    kinds: kindChoices,
  };
}

interface MonthContext extends BooksContext {
  readonly month: string;
}

/** An amount that is not broken after its currency. */
const unbroken = (amount: string) => amount.replace(" ", "\u00a0");

const intents = {
  explain: explainIntent,
  close: intent(fields(), async ({ services, actor, month }: MonthContext) => {
    await closeMonth(services, actor, month);
    return { said: `${monthName(month)} is closed.` };
  }),
  reopen: intent(fields("reason"), async ({ services, actor, month }: MonthContext, { reason }) => {
    await reopenMonth(services, actor, month, { reason });
    return { said: `${monthName(month)} is open again.` };
  }),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const form = await readForm(request);
  return runIntent(intents, { services, actor, month: params.month }, form);
}

export default function Month({ loaderData, actionData }: Route.ComponentProps) {
  const month = loaderData;
  const form = useLastAnswer(actionData as ActionResult | undefined);
  const explained = resultOf(form, "explain");
  const notice = resultOf(form, "close", "reopen")?.notice;
  const { label, colour } = monthLabels[month.state];
  const rowsTitle = month.closed === "" ? "Rows to explain" : "Explained rows";
  return (
    <Stack gap="lg">
      <div>
        <Group gap="sm">
          <Title order={1}>{month.name}</Title>
          <Badge variant="dot" color={colour}>
            {label}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          Days of the time zone {month.timeZone}. {month.entries.toLocaleString("en")} ledger
          entries
          {month.late.length > 0 && `, ${month.late.length} of them late`}.
        </Text>
      </div>
      {notice && <Alert color="red">{notice}</Alert>}
      {month.closed !== "" ? <Closed {...month} form={form} /> : <NotClosed {...month} />}
      <Sums {...month} />
      <section aria-labelledby="rows">
        <Title order={2} size="h3" id="rows" mb="xs">
          {rowsTitle}
        </Title>
        <BookRows
          label={rowsTitle}
          rows={month.rows}
          empty="No row of the statements needs an explanation."
          field={month.mayKeep && month.closed === "" ? "rows" : undefined}
          kinds={month.kinds}
          form={explained}
        />
        {month.rows.length >= mostShown && (
          <Text size="sm">Only the first {mostShown} are shown.</Text>
        )}
      </section>
      <section aria-labelledby="lacking">
        <Title order={2} size="h3" id="lacking" mb="xs">
          In no statement
        </Title>
        <Text size="sm" c="dimmed" maw={720} mb="xs">
          Payments of a provider that no uploaded file has. A payment at the edge of the month can
          be in the file of the next one.
        </Text>
        <BookRows
          label="Entries in no statement"
          rows={month.lacking}
          empty="The statements have all of this month’s payments."
          field={month.mayKeep && month.closed === "" ? "entries" : undefined}
          kinds={month.kinds}
          form={explained}
        />
        {month.lacking.length >= mostShown && (
          <Text size="sm">Only the first {mostShown} are shown.</Text>
        )}
      </section>
      {month.late.length > 0 && (
        <section aria-labelledby="late">
          <Title order={2} size="h3" id="late" mb="xs">
            Late
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            These entries are of a closed month, and came after it was closed.
          </Text>
          <BookRows
            label="Late entries"
            rows={month.late}
            empty=""
            field={undefined}
            kinds={month.kinds}
            form={undefined}
          />
        </section>
      )}
      {month.reopenings.map(({ when, by, reason }) => (
        <Text key={when} size="sm" c="dimmed">
          Reopened on {when} by {by}: {reason}
        </Text>
      ))}
    </Stack>
  );
}

type MonthData = Route.ComponentProps["loaderData"];

function NotClosed({ notYet, mayKeep, name }: MonthData) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Alert color={notYet === null ? "green" : "yellow"}>
      <Stack gap="xs" align="flex-start">
        <Text>{notYet ?? "Everything is explained."}</Text>
        {mayKeep && notYet === null && (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="close" loading={isSending}>
              Close {name}
            </Button>
          </Form>
        )}
        {notYet !== null && (
          <Anchor component={Link} to="/statements" size="sm">
            Upload a statement
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}

function Closed({
  closed,
  hash,
  month,
  mayKeep,
  form,
}: MonthData & { form: ActionResult | undefined }) {
  const isSending = useNavigation().formMethod === "POST";
  const reopening = resultOf(form, "reopen");
  return (
    <Card withBorder>
      <Stack gap="sm" align="flex-start">
        <Text>Closed on {closed}.</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          SHA-256 of the snapshot: <Code>{hash}</Code>
        </Text>
        <Button component="a" href={`/months/${month}/books.zip`} download>
          Download the accountant’s file
        </Button>
        {mayKeep && (
          <details>
            <summary>Reopen the month</summary>
            <Form method="post" preventScrollReset noValidate>
              <Stack gap="sm" mt="sm" maw={480}>
                <Textarea
                  {...fieldState(reopening, "reason")}
                  label="Why?"
                  description="The audit log keeps the reason."
                  maxLength={500}
                />
                <Button
                  type="submit"
                  name="intent"
                  value="reopen"
                  variant="default"
                  loading={isSending}
                >
                  Reopen it
                </Button>
              </Stack>
            </Form>
          </details>
        )}
      </Stack>
    </Card>
  );
}

function Sums({ providers, tax, taxInCurrency, documents, waitingInvoices }: MonthData) {
  return (
    <Group align="flex-start" gap="xl">
      {providers.map(({ name, sums, note }) => (
        <section key={name} aria-label={name}>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Table spacing="xs" aria-label={`Sums of ${name}`}>
            <tbody>
              {sums.map(([label, amount]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td data-end>{amount}</td>
                </tr>
              ))}
            </tbody>
          </Table>
          {note !== "" && (
            <Text size="sm" c="dimmed" maw={320}>
              {note}
            </Text>
          )}
        </section>
      ))}
      <section aria-label="Tax">
        <Title order={2} size="h4">
          Invoices and tax
        </Title>
        <Text size="sm">{documents}.</Text>
        {waitingInvoices > 0 && (
          <Text size="sm" c="red">
            {waitingInvoices} orders wait for an invoice.
          </Text>
        )}
        {tax.length > 0 && (
          <Table spacing="xs" aria-label="Tax by category">
            <thead>
              <tr>
                <th>Category</th>
                <th data-end>Net</th>
                <th data-end>Tax</th>
                <th data-end>Total</th>
              </tr>
            </thead>
            <tbody>
              {tax.map(({ name, net, tax: amount, total }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td data-end>{net}</td>
                  <td data-end>{amount}</td>
                  <td data-end>{total}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {taxInCurrency.length > 0 && (
          <>
            <Title order={3} size="h5" mt="md">
              In the currency of the tax authority
            </Title>
            <Text size="sm" c="dimmed" maw={420}>
              Sums of the amounts on the documents, at the rates with which they were issued.
            </Text>
            <Table spacing="xs" aria-label="Tax in the currency of the tax authority">
              <thead>
                <tr>
                  <th>Category</th>
                  <th data-end>Tax</th>
                  <th data-end>Total</th>
                </tr>
              </thead>
              <tbody>
                {taxInCurrency.map(({ name, tax: amount, total }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td data-end>{amount}</td>
                    <td data-end>{total}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </>
        )}
      </section>
    </Group>
  );
}
