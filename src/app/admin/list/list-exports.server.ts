import { listPeople } from "#access/accounts/people.ts";
import { resultPath } from "#check/requests/check-addresses.ts";
import { allChecks, checkFilters } from "#check/requests/read-checks.ts";
import type { Services } from "#compose.ts";
import { listMessages } from "#inbox/messages/list-messages.ts";
import { searchTextOf, searchWordsOf } from "#inbox/messages/message-search.ts";
import { pageOfMails } from "#mail/outbox/read-mails.ts";
import { exportPayments } from "#orders/ledger/list-payments.ts";
import type { CsvCell } from "#platform/texts/csv.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { listShapes } from "./list-shapes.server.ts";
import { readQuery } from "./read-query.server.ts";

interface Asked {
  readonly services: Services;
  readonly actor: Actor;
  readonly request: Request;
}

type Rows = AsyncGenerator<readonly (readonly CsvCell[])[]>;

interface Export {
  readonly headings: readonly string[];
  /** The operation that reads the rows checks the right to them. */
  readonly rows: (asked: Asked) => Rows;
}

/** Lists that the REST interface does not export. */
export const listExports: ReadonlyMap<string, Export> = new Map<string, Export>([
  [
    "messages",
    {
      headings: ["Full Name", "Phone Number", "Email", "Subject", "Message", "Message Status"],
      rows: messageRows,
    },
  ],
  [
    "mails",
    {
      headings: ["Queued", "Recipient", "Subject", "State", "Attempts", "Sent", "Error"],
      rows: mailRows,
    },
  ],
  ["people", { headings: ["Email", "Name", "Address confirmed", "Registered"], rows: peopleRows }],
  [
    "payments",
    {
      headings: [
        "Order",
        "Customer",
        "Amount",
        "After refunds",
        "Currency",
        "State",
        "Transaction",
        "Received",
      ],
      rows: paymentRows,
    },
  ],
  [
    "site-checks",
    {
      headings: [
        "Website",
        "Checked",
        "State",
        "Findings",
        "May be emailed",
        "Order",
        "Result",
        "Asked by",
        "Person",
      ],
      rows: siteCheckRows,
    },
  ],
]);

async function* messageRows({ services, actor, request }: Asked): Rows {
  const words = searchWordsOf(readQuery(request, listShapes.messages).values.search);
  for await (const chunk of listMessages(services, actor)) {
    yield chunk
      .filter((message) => words.every((word) => searchTextOf(message).includes(word)))
      .map(({ name, number, email, subject, message, messageStatus }) => [
        name,
        number,
        email,
        subject,
        message,
        messageStatus,
      ]);
  }
}

async function* mailRows({ services, actor, request }: Asked): Rows {
  const { state, recipient, sort } = readQuery(request, listShapes.mails).values;
  const wanted = { state: state === "" ? undefined : state, recipient, sort };
  for (let before: string | null = ""; before !== null; ) {
    const part: Awaited<ReturnType<typeof pageOfMails>> = await pageOfMails(services, actor, {
      ...wanted,
      before,
      page: 1,
      pageSize: 1000,
    });
    yield part.items.map((mail) => [
      isoTime(mail.createdAt),
      mail.recipient,
      mail.subject,
      mail.state,
      mail.attempts,
      mail.sentAt === null ? "" : isoTime(mail.sentAt),
      mail.lastError ?? "",
    ]);
    before = part.older;
  }
}

async function* peopleRows({ services, actor, request }: Asked): Rows {
  for await (const chunk of listPeople(
    services,
    actor,
    readQuery(request, listShapes.people).values,
  )) {
    yield chunk.map(({ email, name, emailVerified, registeredAt }) => [
      email,
      name,
      emailVerified ? "yes" : "no",
      isoTime(registeredAt),
    ]);
  }
}

async function* siteCheckRows({ services, actor, request }: Asked): Rows {
  const { searchParams } = new URL(request.url);
  const filter = checkFilters.find((one) => one === searchParams.get("filter")) ?? "";
  const finding = searchParams.get("finding") ?? "";
  for await (const chunk of allChecks(services, actor, { filter, finding })) {
    yield chunk.map((check) => [
      check.website,
      isoTime(check.requestedAt),
      check.state,
      check.findings,
      check.email,
      check.orderId ?? "",
      `${services.publicUrl}${resultPath(check.key)}`,
      check.requestedBy,
      check.person,
    ]);
  }
}

async function* paymentRows({ services, actor, request }: Asked): Rows {
  const { values } = readQuery(request, listShapes.payments);
  for await (const payments of exportPayments(services, actor, values)) {
    yield payments.map((payment) => [
      payment.orderNumber,
      payment.customerName,
      { cents: payment.amountCents },
      { cents: payment.keptCents },
      payment.currency,
      payment.state,
      payment.reference ?? payment.transactionId,
      isoTime(payment.receivedAt),
    ]);
  }
}
