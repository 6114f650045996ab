import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { listCustomerNotes } from "#access/accounts/notes/customer-notes.ts";
import { type AccountFacts, findPerson } from "#access/accounts/people.ts";
import { seenDetails } from "#access/accounts/profile.ts";
import { readCompanyOfPerson } from "#access/companies/merge-companies.ts";
import { readSecondFactor } from "#access/second-factor/reset-second-factor.ts";
import { rightsInWords } from "#app/account/company/right-words.ts";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { AdminOrdersTable } from "#app/admin/frame/ui/admin-orders-table.tsx";
import { AdminPagination } from "#app/admin/frame/ui/admin-pagination.tsx";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { subscriptionRow } from "#app/admin/money/subscriptions/subscription-row.server.ts";
import { teamOrderRows } from "#app/admin/orders/team-order-rows.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { type ActionResult, resultOf } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { pagesOfMessages } from "#inbox/messages/list-messages.ts";
import type { Message } from "#inbox/messages/message.ts";
import { pageOfMails } from "#mail/outbox/read-mails.ts";
import { pageOfOrdersOf } from "#orders/list-orders.ts";
import { newId } from "#platform/ids.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { countryNameOf } from "#platform/texts/countries.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { fullDateOf, minuteOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { shownAction } from "#policy/audit-names.ts";
import { listAuditEntries } from "#policy/list-audit-entries.ts";
import { may } from "#policy/rights.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { pageOfSubscriptions } from "#subscriptions/list-subscriptions.ts";
import { readBillingOf } from "#tax/save-billing.ts";
import type { Route } from "./+types/person";
import { noteRow } from "./note-row.server.ts";
import { PersonBilling } from "./person-billing.tsx";
import { PersonCompany } from "./person-company.tsx";
import { DetailsForm } from "./person-details.tsx";
import { personIntents } from "./person-intents.server.ts";
import { PersonNotes } from "./person-notes.tsx";
import { PersonSecondFactor } from "./person-second-factor.tsx";
import { WriteForm } from "./person-write.tsx";

interface LatelyProps {
  title: string;
  lines: readonly { path?: string; id?: string; label: string; detail: string }[];
  empty: string;
  all: string;
}

/** The newest messages, emails or changes, with a link to the complete list. */
function Lately({ title, lines, empty, all }: LatelyProps) {
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2}>{title}</Title>
        {lines.length > 0 && (
          <Anchor component={Link} to={all} size="sm" aria-label={`See all: ${title}`}>
            See all
          </Anchor>
        )}
      </Group>
      {lines.length === 0 && <Text c="dimmed">{empty}</Text>}
      <Stack gap="xs">
        {lines.map(({ path, id, label, detail }) => (
          <div key={path ?? id} style={{ overflowWrap: "anywhere" }}>
            {path === undefined ? (
              <Text size="sm" fw={500}>
                {label}
              </Text>
            ) : (
              <Anchor component={Link} to={path} size="sm" fw={500}>
                {label}
              </Anchor>
            )}
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  );
}

interface DeletePersonProps {
  email: string;
  isOwn: boolean;
  form: ActionResult | undefined;
}

function DeletePerson({ email, isOwn, form }: DeletePersonProps) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <section>
      <Title order={2} mb="sm">
        Delete the account
      </Title>
      {isOwn ? (
        <Text size="sm">
          This is your own account. Delete it on{" "}
          <Anchor href="/account/delete" size="sm" underline="always">
            your account page
          </Anchor>
          , which asks for your password.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="md" maw={640}>
            This signs the person out everywhere and deletes the account with its details, your
            notes and the emails to it. If the email address is confirmed, the messages and the
            subscription from that address are deleted too. Orders and their messages stay for your
            books, without name, email, address and website. Invoices and credit notes stay as they
            are, because the law asks for it. Running plans end at once, unless other people of the
            company go on with them. Nothing is refunded, and open orders are not cancelled. The
            person gets no email about the deletion. This cannot be undone.
          </Text>
          <Form method="post" noValidate>
            <Group align="start" gap="sm">
              <TextInput
                name="confirmation"
                label={`Type ${email} to confirm`}
                autoComplete="off"
                inputMode="email"
                defaultValue={form?.values.confirmation}
                error={form?.errors.confirmation}
                flex={1}
                miw={240}
                maw={420}
              />
              <Button
                type="submit"
                name="intent"
                value="delete"
                color="red"
                mt={24}
                loading={isSending}
              >
                Delete account
              </Button>
            </Group>
          </Form>
        </>
      )}
    </section>
  );
}

export const handle = {
  breadcrumb: [{ label: "Customers", path: "/people" }, { label: "Customer" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Customer", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { accountId } = params;
  const reader = await dateReader(services, request);
  const person = await findPerson(services, actor, accountId).catch(pageError);
  const { email } = person;
  const company = await readCompanyOfPerson(services, actor, accountId);
  const billing = await readBillingOf(services, actor, accountId);
  const [plans, notes, secondFactor, orders, spentCents, messages, mails, changes] =
    await Promise.all([
      pageOfSubscriptions(services, actor, {
        companyId: company.id,
        page: 1,
        pageSize: plansListed,
      }),
      listCustomerNotes(services, actor, accountId),
      may(actor, "update users") ? readSecondFactor(services, actor, accountId) : null,
      pageOfOrdersOf(services, actor, {
        companyId: company.id,
        page: pageNumberOf(request),
        pageSize: 5,
      }),
      spentTotalCents(services, actor, company.id),
      messagesFrom(services, actor, email),
      pageOfMails(services, actor, { recipient: email, page: 1, pageSize: listed }),
      may(actor, "read the audit log")
        ? listAuditEntries(services, actor, { search: email, page: 1, pageSize: listed })
        : null,
    ]);
  return {
    plans: plans.items.map((one) => {
      const { id, plan, website, price, label, next } = subscriptionRow(one, { reader });
      return {
        path: `/subscriptions/${id}`,
        label: website === "" ? plan : `${plan} for ${website}`,
        detail: `${label}, ${price}. Next payment: ${next}`,
      };
    }),
    secondFactor,
    notes: notes.map((note) => noteRow(note, reader)),
    messages: messages.map(({ _id, subject, messageStatus }) => ({
      path: `/view/${_id}`,
      label: subject || "A message without a subject",
      detail: messageStatus === "UnRead" ? "Unread" : "Read",
    })),
    mails: mails.items
      // The search also finds longer addresses that begin with this address.
      .filter(({ recipient }) => recipient.toLowerCase() === email.toLowerCase())
      .map((mail) => ({
        path: `/outbox/${mail.id}`,
        label: mail.subject || "No subject",
        detail: `${mail.state[0]?.toUpperCase()}${mail.state.slice(1)}, ${fullDateOf(mail.createdAt, reader)}`,
      })),
    decidesAboutAccounts: may(actor, "delete accounts"),
    changes:
      changes === null
        ? null
        : changes.items.map(({ _id, author, action, label, at }) => ({
            id: _id,
            label: `${shownAction(action)}: ${label}`,
            detail: `${author}, ${fullDateOf(Date.parse(at), reader)}`,
          })),
    company: {
      name: company.name,
      people: company.people.map((one) => ({
        accountId: one.accountId,
        email: one.email,
        can: rightsInWords(one.rights),
      })),
    },
    billing: { ...billing, country: countryNameOf(billing.country) },
    mayMerge: may(actor, "merge companies"),
    accountId,
    email: person.email,
    isOwn: actor.accountId === accountId,
    name: nameOf(person),
    details: customerDetailsIn(person.profile ?? {}),
    seen: seenDetails(person.profile),
    freshKey: newId(),
    mayUpdate: may(actor, "update customers"),
    facts: [
      ["Email address", person.emailVerified ? "Confirmed" : "Not confirmed"],
      ["Registered", minuteOf(person.registeredAt, reader)],
      ["Postal address", person.profile?.customerAddress || null],
      ["Country", person.profile?.customerCountry || null],
      ["Website", person.profile?.customerWebsite || null],
      ["Total of Paid orders", `${dollarsFromCents(spentCents)} USD`],
    ] as const,
    orders: { ...orders, items: await teamOrderRows(services, actor, orders.items, reader) },
  };
}

/**
 * Maximum number of messages, of emails and of changes on this page; links lead to the complete
 * lists.
 */
const listed = 5;
const plansListed = 10;

/** Messages from this address, unread messages first. */
async function messagesFrom(services: Services, actor: Actor, email: string): Promise<Message[]> {
  const pages = { unreadPage: 1, readPage: 1, pageSize: listed };
  const { unread, read } = await pagesOfMessages(services, actor, { search: email, ...pages });
  return [...unread.items, ...read.items]
    .filter((message) => message.email.toLowerCase() === email.toLowerCase())
    .slice(0, listed);
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const person = { services: servicesOf(context), actor, accountId: params.accountId };
  return runIntent(personIntents, person, await readForm(request));
}

/** The name from the saved details or the last order, or else from the registration. */
function nameOf({ name, profile }: AccountFacts): string {
  return profile?.customerName || name;
}

type HeadingProps = Pick<
  Route.ComponentProps["loaderData"],
  "accountId" | "name" | "email" | "details" | "seen" | "freshKey" | "mayUpdate"
>;

/** Name and email of the person, with the forms that change the details and write an email. */
function PersonHeading(props: HeadingProps) {
  const { accountId, name, email, mayUpdate } = props;
  const [open, setOpen] = useState<"write" | "details" | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="start" gap="sm">
        <div>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {name || shownEmail(email)}
          </Title>
          {name !== "" && (
            <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {shownEmail(email)}
            </Text>
          )}
        </div>
        {mayUpdate && open === null && (
          <Group gap="xs">
            <Button onClick={() => setOpen("write")}>Write</Button>
            <Button variant="default" onClick={() => setOpen("details")}>
              Edit
            </Button>
          </Group>
        )}
      </Group>
      {open === "write" && <WriteForm key={accountId} {...props} onClose={close} />}
      {open === "details" && <DetailsForm key={accountId} {...props} onClose={close} />}
    </Stack>
  );
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { accountId, email, isOwn, secondFactor, facts, notes, orders, messages, mails } =
    loaderData;
  const { plans, changes, decidesAboutAccounts, company, mayMerge } = loaderData;
  const screen = useRef<HTMLDivElement>(null);
  useConfirmAgain(actionData, () => {
    const button = screen.current?.querySelector<HTMLButtonElement>(
      `[name=intent][value=${actionData?.values.intent}]`,
    );
    button?.form?.requestSubmit(button);
  });
  return (
    <Stack gap="xl" maw={1040} ref={screen}>
      <PersonHeading {...loaderData} />
      {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
      <Card withBorder py="xs">
        <Table isFixed spacing="xs">
          <tbody>
            {facts.map(([label, value]) => (
              <tr key={label}>
                <th style={{ width: 144 }} data-quiet>
                  {label}
                </th>
                <td>
                  <Text
                    size="sm"
                    c={value === null ? "dimmed" : undefined}
                    style={{ overflowWrap: "anywhere" }}
                  >
                    {value ?? "Not given"}
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
      <PersonNotes accountId={accountId} notes={notes} />
      <PersonCompany
        company={company}
        accountId={accountId}
        mayMerge={mayMerge}
        form={resultOf(actionData, "merge-companies")}
      />
      <PersonBilling
        billing={loaderData.billing}
        mayUpdate={loaderData.mayUpdate}
        form={resultOf(actionData, "save-billing")}
      />
      {plans.length > 0 && (
        <Lately
          title="Plans"
          lines={plans}
          empty=""
          all={`/subscriptions?${new URLSearchParams({ q: email })}`}
        />
      )}
      <section>
        <Title order={2} mb="sm">
          Orders
        </Title>
        <AdminOrdersTable orders={orders} updateLabel="Update" />
        {orders.total > 0 && (
          <AdminPagination
            page={orders.page}
            pageCount={orders.pageCount}
            hrefOf={(page) => `/people/${accountId}?page=${page}`}
            label="Pages of orders"
          />
        )}
      </section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Lately
          title="Messages"
          lines={messages}
          empty="No messages from this address."
          all={`/all-messages?${new URLSearchParams({ search: email })}`}
        />
        <Lately
          title="Emails"
          lines={mails}
          empty="No emails to this address."
          all={`/outbox?${new URLSearchParams({ recipient: email })}`}
        />
      </SimpleGrid>
      {changes !== null && (
        <Lately
          title="Changes by the team"
          lines={changes}
          empty="No changes by the team."
          all={`/audit-log?${new URLSearchParams({ search: email })}`}
        />
      )}
      {secondFactor !== null && (
        <PersonSecondFactor
          {...secondFactor}
          isOwn={isOwn}
          form={resultOf(actionData, "reset-second-factor")}
        />
      )}
      {decidesAboutAccounts && (
        <section>
          <Title order={2} mb="sm">
            Data request
          </Title>
          <Text size="sm" c="dimmed" mb="md" maw={640}>
            When this person asks for a copy or the deletion of their data, first make sure that the
            request comes from them. The audit log records each download and deletion.
          </Text>
          <form method="post" action={`/people/${accountId}/data`}>
            <Button type="submit" variant="default">
              Download this person’s data
            </Button>
          </form>
        </section>
      )}
      {decidesAboutAccounts && (
        <DeletePerson email={email} isOwn={isOwn} form={resultOf(actionData, "delete")} />
      )}
    </Stack>
  );
}
