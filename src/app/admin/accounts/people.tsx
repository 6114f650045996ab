import { Alert, Anchor, Badge, Button, Group, Stack, TextInput, Title } from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import { type PersonLine, pageOfPeople } from "../../../access/accounts/people.ts";
import { countOrdersOf } from "../../../orders/list-orders.ts";
import { dateOf } from "../../../platform/time/dates.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import type { Route } from "./+types/people";

export const handle = { breadcrumb: [{ label: "People" }] };

export function meta() {
  return pageTitle("People");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const search = searchParams.get("search") ?? "";
  const found = { search, page: pageNumberOf(request), pageSize: 10 };
  const people = await pageOfPeople(services, actor, found);
  const accountIds = people.items.map(({ accountId }) => accountId);
  const orders = await countOrdersOf(services, actor, accountIds);
  const { timeZone } = services.configuration;
  const items = people.items.map((person) => ({
    ...person,
    registered: dateOf(person.registeredAt, timeZone),
    orders: orders.get(person.accountId) ?? 0,
  }));
  return { search, people: { ...people, items }, deleted: searchParams.has("deleted") };
}

type Row = PersonLine & { readonly registered: string; readonly orders: number };

const columns: readonly AdminColumn<Row>[] = [
  {
    heading: "Email",
    cell: ({ accountId, email }) => (
      <Anchor component={Link} to={`/people/${accountId}`} size="sm" fw={500}>
        {email}
      </Anchor>
    ),
    whole: ({ email }) => email,
  },
  { heading: "Name", cell: ({ name }) => name || "not given", whole: ({ name }) => name },
  {
    heading: "Address",
    cell: ({ emailVerified }) => (
      <Badge variant="dot" color={emailVerified ? "field" : "gray"}>
        {emailVerified ? "Confirmed" : "Not confirmed"}
      </Badge>
    ),
  },
  { heading: "Registered", cell: ({ registered }) => registered },
  { heading: "Orders", cell: ({ orders }) => orders, end: true },
];

/** The list of accounts. */
export default function People({ loaderData }: Route.ComponentProps) {
  const { search, people, deleted } = loaderData;
  const isLoading = useNavigation().state !== "idle";
  const hrefOf = (page: number) => `/people?${new URLSearchParams({ search, page: String(page) })}`;
  return (
    <Stack gap="lg">
      <Title order={1}>People</Title>
      {deleted && (
        <Alert color="field">The account is deleted. Its orders are kept for your accounts.</Alert>
      )}
      <Form method="get" role="search">
        <Group align="end" gap="sm">
          <TextInput
            key={search}
            type="search"
            name="search"
            label="Email or name begins with"
            defaultValue={search}
            flex={1}
            maw={420}
          />
          <Button type="submit" variant="default" loading={isLoading}>
            Search
          </Button>
        </Group>
      </Form>
      <div>
        <AdminTable
          label="People"
          columns={columns}
          rows={people.items}
          keyOf={({ accountId }) => accountId}
          hrefOf={({ accountId }) => `/people/${accountId}`}
          empty={search === "" ? "No one has registered yet." : "No one matches your search."}
        />
        {people.total > 0 && (
          <AdminPagination
            page={people.page}
            pageCount={people.pageCount}
            hrefOf={hrefOf}
            label="Pages of people"
          />
        )}
      </div>
    </Stack>
  );
}
