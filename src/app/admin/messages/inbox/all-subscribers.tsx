import { Stack, Text, Title } from "@mantine/core";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { idsIn, listAction } from "#app/admin/frame/list/list-action.server.ts";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageOfSubscribers } from "#inbox/subscribers/list-subscribers.ts";
import { asksToConfirm } from "#inbox/subscribers/subscribe.ts";
import { putBackSubscriber, removeSubscriber } from "#inbox/subscribers/subscriber.ts";
import { eachOf } from "#platform/each-of.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Route } from "./+types/all-subscribers";
import { subscriberKey, subscribersList } from "./subscribers-list.tsx";

export const handle = { breadcrumb: [{ label: "Subscribers" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Subscribers", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, subscribersList);
  const [subscribers, asksFirst] = await Promise.all([
    pageOfSubscribers(services, actor, search.page, 5, search),
    asksToConfirm(services.database.read, services.configuration),
  ]);
  return { shown, state: search.state, subscribers, asksFirst };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return listAction(request, {
    change: async (input) => {
      const { done, failed } = await eachOf(idsIn(input.ids), (id) =>
        removeSubscriber(services, actor, id),
      );
      const said =
        done.length === 1
          ? `${shownEmail(done[0]?.subemail ?? "")} was removed`
          : `${done.length} subscribers were removed`;
      return {
        said,
        data: { failed },
        undo: done.length === 0 ? undefined : done.map(({ _id }) => _id),
      };
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
  const { shown, state, subscribers, asksFirst } = loaderData;
  return (
    <Stack>
      <Title order={1}>Subscribers</Title>
      {asksFirst && (
        <Text size="sm" c="dimmed" maw={640}>
          New subscribers confirm their email address. An address that is not confirmed within a
          week is removed, and the export contains only confirmed addresses.
        </Text>
      )}
      <ListView
        list={subscribersList}
        {...shown}
        hasCsv={state === ""}
        page={subscribers}
        sort={subscribers.sort}
        keyOf={subscriberKey}
        nameOf={({ subemail }) => shownEmail(subemail)}
        actions={[{ label: "Remove", input: {}, shortcut: "r" }]}
        empty={<EmptyList {...empty} />}
      />
    </Stack>
  );
}
