import { Alert, Button, Group, Modal, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { redirect, useFetcher } from "react-router";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { counted } from "#content/model/plan-terms.ts";
import { planRelease } from "#content/releases/plan-release.ts";
import { pageOfReleases } from "#content/releases/read-releases.ts";
import type { Actor } from "#policy/actor.ts";
import type { Route } from "./+types/releases";
import { ReleaseTime, suggestedTime } from "./release-time.tsx";
import { releaseView } from "./release-view.server.ts";
import { releasesList } from "./releases-list.tsx";

const title = "Releases";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { search, shown } = await readList(services, actor, request, releasesList);
  const releases = await pageOfReleases(services, actor, { ...search, pageSize });
  const items = releases.items.map((release) => ({
    ...releaseView(release, reader),
    items: counted(release.recordCount, "item"),
  }));
  return {
    releases: { ...releases, items },
    shown,
    timeZone: reader.timeZone,
    now: services.clock(),
  };
}

const intents = {
  plan: intent(
    fields("name", "wallTime", "isLater"),
    async (
      { services, actor }: { services: Services; actor: Actor },
      { name, wallTime, isLater },
    ) => {
      const { id } = await planRelease(services, actor, {
        name,
        wallTime,
        isLater: isLater === "Yes",
      });
      return redirect(`/releases/${id}`);
    },
  ),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return runIntent(intents, { services: servicesOf(context), actor }, await readForm(request));
}

const empty = {
  title: "No releases yet",
  why: "A release publishes drafts, or takes items off the site, at a time that you choose: all of them together. Save a change as a draft and choose “Publish at a time”, or plan a release and add drafts to it.",
};

export default function Releases({ loaderData }: Route.ComponentProps) {
  const { releases, shown, timeZone, now } = loaderData;
  const { publishes } = usePanelRights();
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>{title}</Title>
        {publishes && <NewRelease timeZone={timeZone} now={now} />}
      </Group>
      <Text maw={720}>
        Drafts of a release are published together at its time, as they are then. If one of them
        cannot be published, none is, and you are told by email.
      </Text>
      <ListView
        list={releasesList}
        {...shown}
        label="All releases"
        page={releases}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/releases/${id}`}
        nameOf={({ name, when }) => `${name}, ${when}`}
        empty={<EmptyList {...empty} todo={{ label: "See the drafts", path: "/drafts" }} />}
      />
    </Stack>
  );
}

interface NewReleaseProps {
  timeZone: string;
  now: number;
}

function NewRelease({ timeZone, now }: NewReleaseProps) {
  const { isOpen, show, close } = useDialog("#new");
  const fetcher = useFetcher<ActionResult>();
  const form = fetcher.data;
  const [chosen, setChosen] = useState(() => suggestedTime(now, timeZone));
  return (
    <>
      <Button onClick={() => void show()}>Plan a release</Button>
      <Modal opened={isOpen} onClose={close} title="Plan a release" lockScroll={false}>
        <fetcher.Form method="post" action="/releases" noValidate>
          <Stack gap="md">
            {form?.notice && <Alert color="red">{form.notice}</Alert>}
            <TextInput
              name="name"
              label="Name"
              description="Only the team sees it."
              maxLength={80}
              autoComplete="off"
              error={form?.errors.name}
              data-autofocus
            />
            <ReleaseTime
              timeZone={timeZone}
              now={now}
              chosen={chosen}
              error={form?.errors.wallTime}
              onChange={setChosen}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Not now
              </Button>
              <Button type="submit" name="intent" value="plan" loading={fetcher.state !== "idle"}>
                Plan it
              </Button>
            </Group>
          </Stack>
        </fetcher.Form>
      </Modal>
    </>
  );
}
