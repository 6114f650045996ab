import { Stack, Text, Title } from "@mantine/core";
import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { pageOfSubscribers } from "#inbox/subscribers/list-subscribers.ts";
import { asksToConfirm } from "#inbox/subscribers/subscribe.ts";
import { putBackSubscriber, removeSubscriber } from "#inbox/subscribers/subscriber.ts";
import { eachOf } from "#platform/each-of.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { subscriberColumns, subscriberKey } from "../dashboard/subscribers-table.tsx";
import { type List, listHref } from "../list/list.ts";
import { idsIn, listAction } from "../list/list-action.server.ts";
import { ListFrame } from "../list/list-frame.tsx";
import { EmptyList, ListRows } from "../list/list-rows.tsx";
import { listShapes } from "../list/list-shapes.server.ts";
import { readQuery } from "../list/read-query.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/all-subscribers";

const list: List = {
  path: "/all-subscriber",
  one: "subscriber",
  many: "subscribers",
  search: {
    name: "q",
    label: "Search subscribers",
    placeholder: "Email address starts with",
    maxLength: 254,
  },
  filters: [
    { name: "state", label: "State", options: [{ value: "waiting", label: "Not confirmed" }] },
  ],
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    "email-a-z": "Email, A to Z",
    "email-z-a": "Email, Z to A",
  },
  tabs: [
    { label: "All", query: "" },
    { label: "Not confirmed", query: "state=waiting" },
  ],
};

export const handle = { breadcrumb: [{ label: "Subscribers" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Subscribers", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const page = pageNumberOf(request);
  const { values, query } = readQuery(request, listShapes.subscribers);
  const [subscribers, savedTabs, asksFirst] = await Promise.all([
    pageOfSubscribers(services, actor, page, 5, values),
    listSavedTabs(services, actor, list.path),
    asksToConfirm(services.database.read, services.configuration),
  ]);
  return { query, state: values.state, subscribers, savedTabs, asksFirst };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return listAction(request, {
    change: async (input) => {
      const { done, failed } = await eachOf(idsIn(input.ids), (id) =>
        removeSubscriber(services, actor, id),
      );
      const message =
        done.length === 1
          ? `${shownEmail(done[0]?.subemail ?? "")} was removed`
          : `${done.length} subscribers were removed`;
      return { message, failed, undo: done.length === 0 ? null : done.map(({ _id }) => _id) };
    },
    undo: (ids) => eachOf(idsIn(ids), (id) => putBackSubscriber(services, actor, id)),
  });
}

const empty = {
  title: "No subscribers yet",
  why: "Everyone who enters an email address in the footer of your site appears here. These people want to hear from you.",
  todo: { label: "View the footer", path: "/" },
};

export default function AllSubscribers({ loaderData }: Route.ComponentProps) {
  const { query, state, subscribers, savedTabs, asksFirst } = loaderData;
  return (
    <Stack>
      <Title order={1}>Subscribers</Title>
      {asksFirst && (
        <Text size="sm" c="dimmed" maw={640}>
          New subscribers confirm their email address. An address that is not confirmed within a
          week is removed, and the export contains only confirmed addresses.
        </Text>
      )}
      <ListFrame
        list={list}
        query={query}
        savedTabs={savedTabs}
        count={subscribers.items.length}
        csv={state === "" ? listHref("/api/subscribers.csv", query) : undefined}
      >
        <ListRows
          list={list}
          query={query}
          page={subscribers}
          columns={subscriberColumns(subscribers.offset)}
          sort={subscribers.sort}
          keyOf={subscriberKey}
          nameOf={({ subemail }) => shownEmail(subemail)}
          actions={[{ label: "Remove", input: {}, shortcut: "r" }]}
          empty={<EmptyList {...empty} />}
        />
      </ListFrame>
    </Stack>
  );
}
