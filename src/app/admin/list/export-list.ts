import { redirect } from "react-router";
import { listPeople } from "../../../access/accounts/people.ts";
import { resultPath } from "../../../check/requests/check-addresses.ts";
import { allChecks, checkFilters } from "../../../check/requests/read-checks.ts";
import type { Services } from "../../../compose.ts";
import { streamedBody } from "../../../http/streamed-body.ts";
import { listMessages } from "../../../inbox/messages/list-messages.ts";
import { searchTextOf, searchWordsOf } from "../../../inbox/messages/message-search.ts";
import { pageOfMails } from "../../../mail/outbox/read-mails.ts";
import { exportPayments } from "../../../orders/ledger/list-payments.ts";
import { AppError } from "../../../platform/errors.ts";
import { amountFromCents } from "../../../platform/money.ts";
import { csvRow } from "../../../platform/texts/csv.ts";
import { isoTime } from "../../../platform/time/dates.ts";
import { type Actor, isSignedIn } from "../../../policy/actor.ts";
import { pathBackTo, withFrom } from "../../account/return-path.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageError } from "../../form-state.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/export-list";
import { listShapes } from "./list-shapes.server.ts";
import { readQuery } from "./read-query.server.ts";

interface Asked {
  readonly services: Services;
  readonly actor: Actor;
  readonly request: Request;
}

type Rows = AsyncGenerator<readonly (readonly string[])[]>;

/** Lists that the REST interface does not export. The first row has the headings. */
const exports: Readonly<Record<string, (asked: Asked) => Rows>> = {
  messages: messageRows,
  mails: mailRows,
  people: peopleRows,
  payments: paymentRows,
  "site-checks": siteCheckRows,
};

/** Exports all rows that match the search in the URL, not only one page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const name = params.list;
  const rowsOf = Object.hasOwn(exports, name) ? exports[name] : undefined;
  if (rowsOf === undefined) pageError(new AppError("not-found", "There is no such list."));
  // Anybody at an unattended browser could download the list of customers, so this list needs a
  // confirmation.
  if (name === "people") confirmedOrRedirect(actor, request);
  const body = await streamedBody(csvOf(rowsOf({ services, actor, request })), services.log);
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

function confirmedOrRedirect(actor: Actor, request: Request): void {
  if (isSignedIn(actor) && actor.confirmedRecently) return;
  throw redirect(withFrom("/account/confirm", pathBackTo(request)));
}

async function* csvOf(rows: Rows): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  yield "\ufeff";
  for await (const chunk of rows) yield chunk.map(csvRow).join("");
}

async function* messageRows({ services, actor, request }: Asked): Rows {
  const words = searchWordsOf(readQuery(request, listShapes.messages).values.search);
  yield [["Full Name", "Phone Number", "Email", "Subject", "Message", "Message Status"]];
  for await (const chunk of listMessages(services, actor)) {
    yield chunk
      .filter((message) => words.every((word) => searchTextOf(message).includes(word)))
      .map(({ name, number, email, subject, message, messageStatus }) => [
        ...[name, number, email, subject, message, messageStatus],
      ]);
  }
}

async function* mailRows({ services, actor, request }: Asked): Rows {
  const { state, recipient, sort } = readQuery(request, listShapes.mails).values;
  const wanted = { state: state === "" ? undefined : state, recipient, sort };
  yield [["Queued", "Recipient", "Subject", "State", "Attempts", "Sent", "Error"]];
  for (let before: string | null = ""; before !== null; ) {
    const part: Awaited<ReturnType<typeof pageOfMails>> = await pageOfMails(services, actor, {
      ...wanted,
      before,
      ...{ page: 1, pageSize: 1000 },
    });
    yield part.items.map((mail) => [
      isoTime(mail.createdAt),
      ...[mail.recipient, mail.subject, mail.state, String(mail.attempts)],
      mail.sentAt === null ? "" : isoTime(mail.sentAt),
      mail.lastError ?? "",
    ]);
    before = part.older;
  }
}

async function* peopleRows({ services, actor, request }: Asked): Rows {
  yield [["Email", "Name", "Address confirmed", "Registered"]];
  for await (const chunk of listPeople(
    services,
    actor,
    readQuery(request, listShapes.people).values,
  )) {
    yield chunk.map(({ email, name, emailVerified, registeredAt }) => [
      ...[email, name, emailVerified ? "yes" : "no", isoTime(registeredAt)],
    ]);
  }
}

async function* siteCheckRows({ services, actor, request }: Asked): Rows {
  const { searchParams } = new URL(request.url);
  const filter = checkFilters.find((one) => one === searchParams.get("filter")) ?? "";
  const finding = searchParams.get("finding") ?? "";
  yield [["Website", "Checked", "State", "Findings", "May be emailed", "Order", "Result"]];
  for await (const chunk of allChecks(services, actor, { filter, finding })) {
    yield chunk.map((check) => [
      ...[check.website, isoTime(check.requestedAt), check.state, String(check.findings)],
      ...[check.email, check.orderId ?? "", `${services.publicUrl}${resultPath(check.key)}`],
    ]);
  }
}

async function* paymentRows({ services, actor, request }: Asked): Rows {
  const { values } = readQuery(request, listShapes.payments);
  yield [
    [
      "Order",
      "Customer",
      "Amount",
      "After refunds",
      "Currency",
      "State",
      "Transaction",
      "Received",
    ],
  ];
  for await (const payments of exportPayments(services, actor, values)) {
    yield payments.map((payment) => [
      ...[String(payment.orderNumber), payment.customerName],
      ...[amountFromCents(payment.amountCents), amountFromCents(payment.keptCents)],
      ...[payment.currency, payment.state, payment.reference ?? payment.transactionId],
      isoTime(payment.receivedAt),
    ]);
  }
}
