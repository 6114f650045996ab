import { Alert, Stack, Title } from "@mantine/core";
import { pageOfPeople } from "#access/accounts/people.ts";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { timeZoneOf } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { countOrdersOf } from "#orders/list-orders.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { dateOf } from "#platform/time/dates.ts";
import type { Route } from "./+types/people";
import { peopleList } from "./people-list.tsx";

export const handle = { breadcrumb: [{ label: "Customers" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Customers", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, peopleList);
  const people = await pageOfPeople(services, actor, { ...search, pageSize: 10 });
  const accountIds = people.items.map(({ accountId }) => accountId);
  const orders = await countOrdersOf(services, actor, accountIds);
  const timeZone = await timeZoneOf(services);
  const items = people.items.map((person) => ({
    ...person,
    registered: dateOf(person.registeredAt, timeZone),
    orders: orders.get(person.accountId) ?? 0,
  }));
  const deleted = new URL(request.url).searchParams.has("deleted");
  return { shown, people: { ...people, items }, deleted };
}

const empty = {
  title: "No one has registered yet",
  why: "Everyone who creates an account on your site appears here, with their orders, messages and emails.",
  todo: { label: "View your site", path: "/" },
};

export default function People({ loaderData }: Route.ComponentProps) {
  const { shown, people, deleted } = loaderData;
  return (
    <Stack gap="lg">
      <Title order={1}>Customers</Title>
      {deleted && (
        <Alert color="brand">The account is deleted. Its orders are kept for your books.</Alert>
      )}
      <ListView
        list={peopleList}
        {...shown}
        page={people}
        sort={people.sort}
        keyOf={({ accountId }) => accountId}
        hrefOf={({ accountId }) => `/people/${accountId}`}
        nameOf={({ email }) => shownEmail(email)}
        actions={[]}
        empty={<EmptyList {...empty} />}
      />
    </Stack>
  );
}
