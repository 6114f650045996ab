import { Alert, Anchor, Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { Form, redirect, useNavigation } from "react-router";
import { deleteAccountOnRequest } from "../../../access/accounts/delete-account.ts";
import { findPerson } from "../../../access/accounts/people.ts";
import { pageOfOrdersOf } from "../../../orders/list-orders.ts";
import { fullDateOf } from "../../../platform/time/dates.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageError, readForm, refusedForm } from "../../form-state.server.ts";
import { markedRows } from "../../ordering/order/marked-rows.server.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import type { FormState } from "../../ui/forms/form-state.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminOrdersTable } from "../ui/admin-orders-table.tsx";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import { Table } from "../ui/table.tsx";
import type { Route } from "./+types/person";

interface DeletePersonProps {
  email: string;
  isOwn: boolean;
  form: FormState | undefined;
}

/** Explains what is deleted and what stays, and requires typing the address. */
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
            This deletes the account with its details, sessions and emails and, if the address is
            confirmed, its messages and subscription. Orders are kept for your accounts, without
            name, email, address and website. This cannot be undone.
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
              <Button type="submit" color="red" mt={24} loading={isSending}>
                Delete account
              </Button>
            </Group>
          </Form>
        </>
      )}
    </section>
  );
}

export const handle = { breadcrumb: [{ label: "People", path: "/people" }, { label: "Person" }] };

export function meta() {
  return pageTitle("Person");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { accountId } = params;
  const reader = dateReader(services, request);
  const person = await findPerson(services, actor, accountId).catch(pageError);
  const orders = await pageOfOrdersOf(services, actor, {
    accountId,
    page: pageNumberOf(request),
    pageSize: 5,
  });
  return {
    ...{ accountId, email: person.email, isOwn: actor.accountId === accountId },
    facts: [
      ["Address", person.emailVerified ? "Confirmed" : "Not confirmed"],
      ["Registered", fullDateOf(person.registeredAt, reader)],
      ["Full name", person.profile?.customerName || "not given"],
      ["Postal address", person.profile?.customerAddress || "not given"],
      ["Country", person.profile?.customerCountry || "not given"],
      ["Website", person.profile?.customerWebsite || "not given"],
    ] as const,
    orders: { ...orders, items: await markedRows(services, actor, orders.items, "every", reader) },
  };
}

/** Deletes the account at the person's request. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    await deleteAccountOnRequest(servicesOf(context), actor, params.accountId, values);
    return redirect("/people?deleted", 303);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { accountId, email, isOwn, facts, orders } = loaderData;
  return (
    <Stack gap="xl" maw={1040}>
      <Title order={1} style={{ overflowWrap: "anywhere" }}>
        {email}
      </Title>
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
                  <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                    {value}
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
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
      <section>
        <Title order={2} mb="sm">
          At their request
        </Title>
        <Text size="sm" c="dimmed" mb="md" maw={640}>
          First make sure that the request comes from this person. Both actions are recorded in the
          audit log.
        </Text>
        <form method="post" action={`/people/${accountId}/data`}>
          <Button type="submit" variant="default">
            Download their data
          </Button>
        </form>
      </section>
      <DeletePerson email={email} isOwn={isOwn} form={actionData} />
    </Stack>
  );
}
