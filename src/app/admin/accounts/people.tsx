import { Alert, Badge, Stack, Text, Title } from "@mantine/core";
import { type PersonLine, pageOfPeople } from "#access/accounts/people.ts";
import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { timeZoneOf } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { countOrdersOf } from "#orders/list-orders.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { dateOf } from "#platform/time/dates.ts";
import { type List, listHref } from "../list/list.ts";
import { ListFrame } from "../list/list-frame.tsx";
import { EmptyList, type ListColumn, ListRows } from "../list/list-rows.tsx";
import { listShapes } from "../list/list-shapes.server.ts";
import { readQuery } from "../list/read-query.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/people";

const list: List = {
  path: "/people",
  one: "customer",
  many: "customers",
  search: {
    name: "search",
    label: "Email or name begins with",
    placeholder: "Email or name",
    maxLength: 254,
  },
  filters: [
    {
      name: "state",
      label: "Email status",
      options: [
        { value: "confirmed", label: "Confirmed" },
        { value: "unconfirmed", label: "Not confirmed" },
      ],
    },
  ],
  sorts: {
    "email-a-z": "Email, A to Z",
    "email-z-a": "Email, Z to A",
    newest: "Newest first",
    oldest: "Oldest first",
  },
  tabs: [
    { label: "All", query: "" },
    { label: "Not confirmed", query: "state=unconfirmed" },
  ],
};

export const handle = { breadcrumb: [{ label: "Customers" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Customers", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { values, query } = readQuery(request, listShapes.people);
  const [people, savedTabs] = await Promise.all([
    pageOfPeople(services, actor, { ...values, page: pageNumberOf(request), pageSize: 10 }),
    listSavedTabs(services, actor, list.path),
  ]);
  const accountIds = people.items.map(({ accountId }) => accountId);
  const orders = await countOrdersOf(services, actor, accountIds);
  const timeZone = await timeZoneOf(services);
  const items = people.items.map((person) => ({
    ...person,
    registered: dateOf(person.registeredAt, timeZone),
    orders: orders.get(person.accountId) ?? 0,
  }));
  const deleted = new URL(request.url).searchParams.has("deleted");
  return { query, people: { ...people, items }, savedTabs, deleted };
}

type Row = PersonLine & { readonly registered: string; readonly orders: number };

const columns: readonly ListColumn<Row>[] = [
  {
    heading: "Email",
    place: "title",
    sorts: ["email-a-z", "email-z-a"],
    cell: ({ email }) => shownEmail(email),
    whole: ({ email }) => shownEmail(email),
  },
  {
    heading: "Name",
    place: "detail",
    cell: ({ name }) =>
      name || (
        <Text span c="dimmed" inherit>
          No name
        </Text>
      ),
    whole: ({ name }) => name,
  },
  {
    heading: "Email status",
    place: "mark",
    cell: ({ emailVerified }) => (
      <Badge variant="dot" color={emailVerified ? "field" : "gray"}>
        {emailVerified ? "Confirmed" : "Not confirmed"}
      </Badge>
    ),
  },
  {
    heading: "Registered",
    place: "wide",
    sorts: ["newest", "oldest"],
    cell: ({ registered }) => registered,
  },
  {
    heading: "Orders",
    place: "value",
    cell: ({ orders }) => <span data-unit={orders === 1 ? "order" : "orders"}>{orders}</span>,
    end: true,
  },
];

const empty = {
  title: "No one has registered yet",
  why: "Everyone who creates an account on your site appears here, with their orders, messages and emails.",
  todo: { label: "View your site", path: "/" },
};

export default function People({ loaderData }: Route.ComponentProps) {
  const { query, people, savedTabs, deleted } = loaderData;
  return (
    <Stack gap="lg">
      <Title order={1}>Customers</Title>
      {deleted && (
        <Alert color="field">The account is deleted. Its orders are kept for your books.</Alert>
      )}
      <ListFrame
        list={list}
        query={query}
        savedTabs={savedTabs}
        count={people.items.length}
        csv={listHref("/admin/csv/people", query)}
      >
        <ListRows
          list={list}
          query={query}
          page={people}
          columns={columns}
          sort={people.sort}
          keyOf={({ accountId }) => accountId}
          hrefOf={({ accountId }) => `/people/${accountId}`}
          nameOf={({ email }) => shownEmail(email)}
          actions={[]}
          empty={<EmptyList {...empty} />}
        />
      </ListFrame>
    </Stack>
  );
}
