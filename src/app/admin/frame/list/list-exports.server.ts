import { listPeople } from "#access/accounts/people.ts";
import { messagesList } from "#app/admin/messages/inbox/messages-list.tsx";
import { mailsList } from "#app/admin/messages/mail/mails-list.tsx";
import { invoicesList } from "#app/admin/money/invoices/invoices-list.tsx";
import { paymentsList } from "#app/admin/money/payments-list.tsx";
import { subscriptionsList } from "#app/admin/money/subscriptions/subscriptions-list.tsx";
import { type ExportedCheck, siteChecksList } from "#app/admin/people/checks/site-checks-list.tsx";
import { peopleList } from "#app/admin/people/customers/people-list.tsx";
import { resultPath } from "#check/requests/check-addresses.ts";
import { allChecks } from "#check/requests/read-checks.ts";
import type { Services } from "#compose.ts";
import { listMessages } from "#inbox/messages/list-messages.ts";
import type { Message } from "#inbox/messages/message.ts";
import { searchTextOf, searchWordsOf } from "#inbox/messages/message-search.ts";
import { allInvoices } from "#invoices/read-invoices.ts";
import { type MailInOutbox, pageOfMails } from "#mail/outbox/read-mails.ts";
import { exportPayments } from "#money/ledger/list-payments.ts";
import { mostOnPages } from "#platform/pages.ts";
import type { CsvCell } from "#platform/texts/csv.ts";
import type { Actor } from "#policy/actor.ts";
import { allSubscriptions } from "#subscriptions/list-subscriptions.ts";
import type { List } from "./define-list.ts";
import { readListQuery } from "./read-list.server.ts";

interface Asked {
  readonly services: Services;
  readonly actor: Actor;
  readonly request: Request;
}

type Records<Exported> = AsyncGenerator<readonly Exported[]>;

interface Export {
  readonly headings: readonly string[];
  /** The operation that reads the rows checks the right to them. */
  readonly rows: (asked: Asked) => AsyncGenerator<readonly (readonly CsvCell[])[]>;
}

function exportOf<Exported>(
  { csv = "", columns, csvOrder }: List<never, Exported>,
  read: (asked: Asked) => Records<Exported>,
): [name: string, Export] {
  const cells = columns.flatMap(({ heading, csv: cell }) => (cell ? [{ heading, cell }] : []));
  const written = csvOrder?.flatMap((name) => cells.find(({ heading }) => heading === name) ?? []);
  const ordered = written ?? cells;
  return [
    csv.slice(csv.lastIndexOf("/") + 1),
    {
      headings: ordered.map(({ heading }) => heading),
      rows: async function* (asked) {
        for await (const chunk of read(asked)) {
          yield chunk.map((each) => ordered.map(({ cell }) => cell(each)));
        }
      },
    },
  ];
}

/** CSV files at `/admin/csv/{name}`, for lists that the REST interface does not export. */
export const listExports: ReadonlyMap<string, Export> = new Map([
  exportOf(messagesList, readMessages),
  exportOf(mailsList, readMails),
  exportOf(peopleList, ({ services, actor, request }) =>
    listPeople(services, actor, readListQuery(request, peopleList).values),
  ),
  exportOf(paymentsList, ({ services, actor, request }) =>
    exportPayments(services, actor, readListQuery(request, paymentsList).values),
  ),
  exportOf(subscriptionsList, ({ services, actor, request }) =>
    allSubscriptions(services, actor, readListQuery(request, subscriptionsList).values),
  ),
  exportOf(siteChecksList, readSiteChecks),
  exportOf(invoicesList, ({ services, actor, request }) =>
    allInvoices(services, actor, readListQuery(request, invoicesList).values),
  ),
]);

async function* readMessages({ services, actor, request }: Asked): Records<Message> {
  const words = searchWordsOf(readListQuery(request, messagesList).values.search);
  for await (const chunk of listMessages(services, actor)) {
    yield chunk.filter((message) => words.every((word) => searchTextOf(message).includes(word)));
  }
}

async function* readMails({ services, actor, request }: Asked): Records<MailInOutbox> {
  const { values } = readListQuery(request, mailsList);
  for (let after: string | null = ""; after !== null; ) {
    const part: Awaited<ReturnType<typeof pageOfMails>> = await pageOfMails(services, actor, {
      ...values,
      after,
      page: 1,
      pageSize: mostOnPages,
    });
    yield part.items;
    after = part.next;
  }
}

async function* readSiteChecks({ services, actor, request }: Asked): Records<ExportedCheck> {
  const { values } = readListQuery(request, siteChecksList);
  for await (const chunk of allChecks(services, actor, values)) {
    yield chunk.map((check) => ({
      ...check,
      result: `${services.publicUrl}${resultPath(check.key)}`,
    }));
  }
}
