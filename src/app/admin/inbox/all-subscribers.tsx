import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useFetcher, useSubmit } from "react-router";
import {
  type ListedSubscriber,
  pageOfSubscribers,
} from "../../../inbox/subscribers/list-subscribers.ts";
import { asksToConfirm } from "../../../inbox/subscribers/subscribe.ts";
import { putBackSubscriber, removeSubscriber } from "../../../inbox/subscribers/subscriber.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageError, readForm } from "../../form-state.server.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { SubscribersTable } from "../dashboard/subscribers-table.tsx";
import { useOnce } from "../forms/use-once.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import type { Route } from "./+types/all-subscribers";

export const handle = { breadcrumb: [{ label: "Subscribers" }] };

export function meta() {
  return pageTitle("Subscribers");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const page = pageNumberOf(request);
  return {
    subscribers: await pageOfSubscribers(services, actor, page, 5),
    asksFirst: await asksToConfirm(services.database.read, services.configuration),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const { intent, id = "" } = await readForm(request);
  const services = servicesOf(context);
  if (intent === "remove") {
    return { removed: await removeSubscriber(services, actor, id).catch(pageError) };
  }
  const { subemail } = await putBackSubscriber(services, actor, id).catch(pageError);
  return { said: `${subemail} is subscribed again` };
}

export default function AllSubscribers({ loaderData }: Route.ComponentProps) {
  const { subscribers, asksFirst } = loaderData;
  const remove = useRemoval();
  return (
    <Stack>
      <Group justify="space-between" maw={640}>
        <Title order={1}>Subscribers</Title>
        {subscribers.total > 0 && (
          <Button
            component="a"
            href="/api/subscribers.csv"
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          >
            Export CSV
          </Button>
        )}
      </Group>
      {asksFirst && (
        <Text size="sm" c="dimmed" maw={640}>
          New subscribers confirm their address by email. Those who do not confirm within a week are
          removed, and the export leaves them out.
        </Text>
      )}
      <SubscribersTable subscribers={subscribers} onRemove={remove} />
      {subscribers.total > 0 && (
        <AdminPagination
          page={subscribers.page}
          pageCount={subscribers.pageCount}
          hrefOf={(page) => `/all-subscriber?page=${page}`}
          label="Pages of subscribers"
        />
      )}
    </Stack>
  );
}

/** Shows a toast after a removal and offers to undo it. */
function useRemoval() {
  const fetcher = useFetcher<typeof action>();
  const submit = useSubmit();
  const once = useOnce();
  const putBack = useRef((_id: string) => {});
  putBack.current = (id) => void submit({ intent: "put-back", id }, { ...here, navigate: false });
  const removed = fetcher.data?.removed;
  useEffect(() => {
    if (removed === undefined) return;
    const { _id, subemail } = removed;
    notifyWithUndo(`${subemail} was removed`, () => putBack.current(_id));
  }, [removed]);
  return ({ _id }: ListedSubscriber) =>
    once(_id, () => fetcher.submit({ intent: "remove", id: _id }, here));
}

const here = { method: "post", action: "/all-subscriber" } as const;
