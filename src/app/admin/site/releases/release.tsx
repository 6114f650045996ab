import {
  Alert,
  Anchor,
  Button,
  Card,
  Checkbox,
  Group,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useEffect, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { RouteHandle } from "#app/root.tsx";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { listDrafts } from "#content/drafts/save-draft.ts";
import { findBlock } from "#content/model/blocks.ts";
import { counted } from "#content/model/plan-terms.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import {
  addToRelease,
  cancelRelease,
  changeReleaseTime,
  releaseNow,
  removeFromRelease,
} from "#content/releases/plan-release.ts";
import {
  type ReleaseEntry,
  readRelease,
  recordsInOpenReleases,
} from "#content/releases/read-releases.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import type { Route } from "./+types/release";
import { chosenTime, InOwnZone, ReleaseTime } from "./release-time.tsx";
import { type ReleaseView, releaseView } from "./release-view.server.ts";
import { ReleaseBadge } from "./releases-list.tsx";

export const handle: RouteHandle = {
  breadcrumb(data) {
    const release = (data as Route.ComponentProps["loaderData"] | undefined)?.release;
    return [{ label: "Releases", path: "/releases" }, { label: release?.name ?? "Release" }];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.release.name ?? "Release", matches);
}

/** A record of the release, with the path of its form; null for one that is gone. */
interface ShownEntry extends Omit<ReleaseEntry, "addedAt" | "block"> {
  readonly path: string | null;
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const release = await readRelease(services, actor, params.releaseId).catch(pageError);
  const isOpen = release.state === "planned" || release.state === "refused";
  const entries = release.entries.map(({ addedAt: _, block: name, ...entry }): ShownEntry => {
    const block = findBlock(name);
    const path = block === undefined || !entry.isThere ? null : editPathOf(block, entry.recordId);
    return { ...entry, path };
  });
  return {
    release: releaseView(release, reader),
    faults: release.faults.map(({ message }) => message),
    entries,
    drafts: isOpen ? await freeDrafts(services, actor) : [],
    timeZone: reader.timeZone,
    now: services.clock(),
  };
}

interface FreeDraft {
  readonly id: string;
  readonly name: string;
}

/** Drafts that no open release has. */
async function freeDrafts(services: Services, actor: Actor): Promise<readonly FreeDraft[]> {
  const free: FreeDraft[] = [];
  const taken = await recordsInOpenReleases(services, actor);
  for (const { _id: id, block: name, label } of await listDrafts(services, actor)) {
    const block = findBlock(name);
    if (taken.has(id) || block === undefined || block.changeRight !== undefined) continue;
    free.push({ id, name: label === block.title ? label : `${block.title}: ${label}` });
  }
  return free;
}

interface ReleaseContext {
  readonly services: Services;
  readonly actor: Actor;
  readonly id: string;
}

const intents = {
  time: intent(
    fields("name", "wallTime", "isLater"),
    async ({ services, actor, id }: ReleaseContext, { name, wallTime, isLater }) => {
      const chosen = { name, wallTime, isLater: isLater === "Yes" };
      await changeReleaseTime(services, actor, id, chosen);
      return { said: "Saved. The release is planned." };
    },
  ),
  now: intent(fields(), async ({ services, actor, id }: ReleaseContext) => {
    const { state, name } = await releaseNow(services, actor, id);
    // The page names the reasons.
    if (state === "refused")
      throw new AppError("conflict", "Nothing was published. See below why.");
    return { said: `“${name}” is on the site now` };
  }),
  cancel: intent(fields(), async ({ services, actor, id }: ReleaseContext) => {
    await cancelRelease(services, actor, id);
    return { said: "Cancelled. The drafts are kept." };
  }),
  add: intent(fields("ids"), async ({ services, actor, id }: ReleaseContext, { ids = "" }) => {
    const chosen = ids.split(" ").filter(Boolean);
    if (chosen.length === 0) throw new AppError("invalid", "No draft is chosen.");
    for (const recordId of chosen) {
      await addToRelease(services, actor, id, { recordId, kind: "publish" });
    }
    return { said: `${counted(chosen.length, "draft")} added` };
  }),
  remove: intent(
    fields("recordId"),
    async ({ services, actor, id }: ReleaseContext, { recordId = "" }) => {
      await removeFromRelease(services, actor, id, recordId);
      return { said: "Taken out of the release. Its draft is kept." };
    },
  ),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(intents, { services, actor, id: params.releaseId }, await readForm(request));
}

export default function Release({ loaderData, actionData }: Route.ComponentProps) {
  const { release, faults, entries, drafts, timeZone, now } = loaderData;
  const form = useLastAnswer(actionData as ActionResult | undefined);
  const { publishes } = usePanelRights();
  const { state } = release;
  const isOpen = state === "planned" || state === "refused";
  const notice = resultOf(form, "now", "cancel", "add", "remove")?.notice;
  return (
    <Stack gap="lg" maw={860}>
      <div>
        <Group gap="sm">
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {release.name}
          </Title>
          <ReleaseBadge state={state} />
        </Group>
        <Text>{sentenceOf(release)}</Text>
        {isOpen && <InOwnZone at={release.plannedFor} timeZone={release.timeZone} />}
      </div>
      {notice && <Alert color="red">{notice}</Alert>}
      {state === "refused" && (
        <Alert color="red" title="Nothing of it was published">
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          <Text size="sm">Correct this, then try again or choose another time.</Text>
        </Alert>
      )}
      {publishes && isOpen && <Deeds state={state} />}
      <section aria-labelledby="entries">
        <Title order={2} size="h3" id="entries" mb="xs">
          {state === "done" ? "What happened" : "What it changes"}
        </Title>
        {entries.length === 0 ? (
          <Text c="dimmed">Nothing yet. Add drafts below.</Text>
        ) : (
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
            {entries.map((entry) => (
              <Entry key={entry.recordId} entry={entry} mayRemove={publishes && isOpen} />
            ))}
          </Stack>
        )}
      </section>
      {publishes && isOpen && <AddDrafts key={drafts.length} drafts={drafts} />}
      {publishes && state !== "done" && (
        <NameAndTime
          key={`${release.name} ${release.wallTime}`}
          release={release}
          timeZone={timeZone}
          now={now}
          form={resultOf(form, "time")}
        />
      )}
    </Stack>
  );
}

function sentenceOf({ state, when, ended, author }: ReleaseView): string {
  if (state === "done") return `Happened on ${ended}, in the name of ${author}.`;
  if (state === "cancelled") return `Was planned for ${when} and was cancelled on ${ended}.`;
  if (state === "refused") return `Was planned for ${when} and waits since ${ended}.`;
  return `Planned for ${when} by ${author}.`;
}

function Deeds({ state }: { state: ReleaseView["state"] }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" preventScrollReset>
      <Group gap="sm">
        <Button type="submit" name="intent" value="now" loading={isSending}>
          {state === "refused" ? "Try again now" : "Publish it now"}
        </Button>
        <Button type="submit" name="intent" value="cancel" variant="default" disabled={isSending}>
          Cancel the release
        </Button>
      </Group>
    </Form>
  );
}

const results = {
  published: "Published",
  withdrawn: "Taken off the site",
  nothing: "Nothing was left to do",
} as const;

function Entry({ entry, mayRemove }: { entry: ShownEntry; mayRemove: boolean }) {
  const { recordId, kind, name, path, result, faults, note } = entry;
  const plan = kind === "publish" ? "Its draft is published" : "It is taken off the site";
  return (
    <Card withBorder padding="sm" component="li">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div style={{ minWidth: 0 }}>
          {path === null ? (
            <Text fw={600}>{name}</Text>
          ) : (
            <Anchor component={Link} to={path} fw={600} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Anchor>
          )}
          <Text size="sm" c="dimmed">
            {result === null ? plan : results[result]}
          </Text>
          {note && <Text size="sm">{note}</Text>}
          {faults.map((fault) => (
            <Text key={fault} size="sm" c="red">
              {fault}
            </Text>
          ))}
        </div>
        {mayRemove && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="recordId" value={recordId} />
            <Button
              type="submit"
              name="intent"
              value="remove"
              variant="subtle"
              color="gray"
              size="xs"
              mih={44}
              aria-label={`Take ${name} out of the release`}
            >
              Take out
            </Button>
          </Form>
        )}
      </Group>
    </Card>
  );
}

function AddDrafts({ drafts }: { drafts: readonly FreeDraft[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isSending = useNavigation().formMethod === "POST";
  if (drafts.length === 0) return null;
  return (
    <Card withBorder component="section" aria-labelledby="add">
      <Form method="post" preventScrollReset>
        <Title order={2} size="h4" id="add" mb="xs">
          Add drafts
        </Title>
        <Checkbox.Group value={[...chosen]} onChange={setChosen}>
          <Stack gap="xs">
            {drafts.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <input type="hidden" name="ids" value={chosen.join(" ")} />
        <Button
          type="submit"
          name="intent"
          value="add"
          variant="default"
          mt="sm"
          disabled={chosen.length === 0}
          loading={isSending}
        >
          Add {chosen.length === 0 ? "the chosen drafts" : counted(chosen.length, "draft")}
        </Button>
      </Form>
    </Card>
  );
}

interface NameAndTimeProps {
  release: ReleaseView;
  timeZone: string;
  now: number;
  form: ActionResult | undefined;
}

function NameAndTime({ release, timeZone, now, form }: NameAndTimeProps) {
  const isSending = useNavigation().formMethod === "POST";
  const { state } = release;
  const [chosen, setChosen] = useState(() => chosenTime(release.plannedFor, timeZone));
  const typed = form?.values.wallTime;
  useEffect(() => {
    if (typed !== undefined) setChosen((before) => ({ ...before, wallTime: typed }));
  }, [typed]);
  return (
    <Card withBorder component="section" aria-labelledby="time">
      <Form method="post" preventScrollReset noValidate>
        <Title order={2} size="h4" id="time" mb="xs">
          {state === "cancelled" ? "Plan it again" : "Name and time"}
        </Title>
        <Stack gap="sm" align="start">
          {form?.notice && <Alert color="red">{form.notice}</Alert>}
          <TextInput
            {...fieldState(form, "name", release.name)}
            label="Name"
            maxLength={80}
            autoComplete="off"
            w="100%"
          />
          <ReleaseTime
            timeZone={timeZone}
            now={now}
            chosen={chosen}
            error={form?.errors.wallTime}
            onChange={setChosen}
          />
          <Button
            type="submit"
            name="intent"
            value="time"
            variant={state === "cancelled" ? "filled" : "default"}
            loading={isSending}
          >
            {state === "cancelled" ? "Plan it again" : "Save"}
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}
