import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { lazy, Suspense } from "react";
import { Form, Link, useNavigate, useNavigation } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { Difference } from "#content/as-of/differences.ts";
import { changeAfter, changeBefore, listDifferences } from "#content/as-of/differences.ts";
import { findBlock } from "#content/model/blocks.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { pictureNamesFor } from "#media/picture-facts.server.ts";
import { isoTime, minuteOf } from "#platform/time/dates.ts";
import { isWallTime, meantTime, wallTimeOf } from "#platform/time/wall-time.ts";
import { ScaledCanvas } from "../content/preview/scaled-canvas.tsx";
import type { PictureNames } from "../content/record/history-value.tsx";
import { HistoryChange } from "../content/record/history-value.tsx";
import { useContentAction } from "../content/use-content-action.ts";
import classes from "../editor/site-editor.module.css";
import type { Route } from "./+types/site-as-of";
import { readShownSite } from "./read-site-as-of.server.ts";

/** Loaded on demand, because its code contains every section of the site. */
const AsOfCanvas = lazy(() => import("./as-of-canvas.tsx"));

const title = "The site on an earlier day";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

const dayMs = 24 * 60 * 60 * 1000;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { timeZone } = reader;
  const now = services.clock();
  const first = (await changeAfter(services, -1)) ?? now;
  const byDefault = Math.max(now - dayMs, first);
  const asked = url.searchParams.get("at") ?? "";
  const at = asked === "" ? byDefault : timeOf(asked, timeZone, { now, byDefault });
  const [shown, differences, before, after] = await Promise.all([
    readShownSite(services, actor, at, url.searchParams.get("page") ?? ""),
    listDifferences(services, actor, at),
    changeBefore(services, at),
    changeAfter(services, at),
  ]);
  return {
    shown,
    differences,
    pictureNames: await pictureNamesFor(services.database.read, differences.items),
    at,
    instant: isoTime(at),
    /** When the site got its first texts, for a time before. */
    began: at < first ? minuteOf(first, reader) : null,
    wallTime: wallTimeOf(at, timeZone),
    latest: wallTimeOf(now, timeZone),
    timeZone,
    when: minuteOf(at, reader),
    // A moment before the last change shows the site without it.
    earlier: before === null ? null : isoTime(before - 1),
    later: after === null ? null : isoTime(after),
  };
}

interface Bounds {
  readonly now: number;
  readonly byDefault: number;
}

/** An instant, or the end of a minute that the site's clocks show. */
function timeOf(asked: string, timeZone: string, { now, byDefault }: Bounds): number {
  const minuteMs = 60_000;
  const instant = isWallTime(asked)
    ? meantTime(asked, timeZone).at + minuteMs - 1
    : Date.parse(asked);
  return Number.isNaN(instant) ? byDefault : Math.min(Math.max(instant, 0), now);
}

export default function SiteAsOfScreen({ loaderData }: Route.ComponentProps) {
  const { shown, differences, pictureNames, at, instant, began, when } = loaderData;
  const navigate = useNavigate();
  const show = (page: string) =>
    void navigate(`?at=${encodeURIComponent(instant)}&page=${encodeURIComponent(page)}`);
  const follow = (address: string) => {
    const path = address.replace(/[?#].*$/, "");
    if (path.startsWith("/")) show(path);
  };
  const onPage = new Set(shown.recordIds);
  const here = differences.items.filter(
    ({ recordId }) => recordId !== null && onPage.has(recordId),
  );
  return (
    <div className={classes.editor}>
      <TimeBar loaderData={loaderData} onShow={show} />
      <ScaledCanvas label="Page as it was" devices={["Phone", "Desktop"]}>
        {(style) => (
          <Suspense>
            <AsOfCanvas shown={shown} onFollow={follow} style={style} />
          </Suspense>
        )}
      </ScaledCanvas>
      <aside className={classes.side} aria-label="Differences to today">
        <Title order={2} size="h3">
          What is different today
        </Title>
        {began !== null && (
          <Alert color="yellow">The site did not exist yet. Its first texts are of {began}.</Alert>
        )}
        <Text size="sm" c="dimmed">
          Since {when}. The name of the business and the settings are those of today.
        </Text>
        <DifferenceGroup
          heading={`On the page “${shown.page.title}”`}
          items={here}
          at={at}
          pictureNames={pictureNames}
          isWhole
        />
        <DifferenceGroup
          heading="Elsewhere on the site"
          items={differences.items.filter((one) => !here.includes(one))}
          at={at}
          pictureNames={pictureNames}
        />
        {differences.items.length === 0 && <Text>Nothing. The site is as it was then.</Text>}
        {differences.moreCount > 0 && (
          <Text size="sm" c="dimmed">
            {differences.moreCount} more items have changed since. Choose a later time to see them.
          </Text>
        )}
      </aside>
    </div>
  );
}

interface TimeBarProps extends Pick<Route.ComponentProps, "loaderData"> {
  onShow: (page: string) => void;
}

function TimeBar({ loaderData, onShow }: TimeBarProps) {
  const { shown, wallTime, latest, timeZone, earlier, later } = loaderData;
  const isLoading = useNavigation().state !== "idle";
  const groups = Map.groupBy(shown.pages, ({ group }) => group);
  const to = (at: string) =>
    `?at=${encodeURIComponent(at)}&page=${encodeURIComponent(shown.page.key)}`;
  return (
    <Group className={classes.toolbar} justify="space-between" align="end" gap="sm">
      <Title order={1} w="100%">
        {title}
      </Title>
      <Form method="get" preventScrollReset>
        <input type="hidden" name="page" value={shown.page.key} />
        <Group gap="xs" align="end">
          <TextInput
            key={wallTime}
            type="datetime-local"
            name="at"
            label={`Day and time (${timeZone})`}
            defaultValue={wallTime}
            max={latest}
            required
          />
          <Button type="submit" loading={isLoading}>
            Show
          </Button>
          {earlier !== null && (
            <Button component={Link} to={to(earlier)} variant="default" preventScrollReset>
              Before the last change
            </Button>
          )}
          {later !== null && (
            <Button component={Link} to={to(later)} variant="default" preventScrollReset>
              After the next change
            </Button>
          )}
        </Group>
      </Form>
      <NativeSelect
        label="Page"
        value={shown.page.key}
        onChange={(event) => onShow(event.currentTarget.value)}
        data={[...groups].map(([group, pages]) => ({
          group,
          items: pages.map(({ key, title }) => ({ value: key, label: title })),
        }))}
      />
    </Group>
  );
}

interface DifferenceGroupProps {
  heading: string;
  items: readonly Difference[];
  at: number;
  pictureNames: PictureNames;
  /** True to offer all of them at once. */
  isWhole?: boolean;
}

const kinds: Readonly<Record<Difference["kind"], string>> = {
  added: "Not on the site then",
  removed: "On the site then, and not today",
  changed: "Changed since",
  moved: "The items have another order today",
};

function DifferenceGroup({ heading, items, at, pictureNames, isWhole }: DifferenceGroupProps) {
  const action = useContentAction();
  if (items.length === 0) return null;
  const putBack = (some: readonly Difference[]) =>
    action.send({
      intent: "put-back",
      at,
      ids: some.flatMap(({ recordId, kind }) => (isPutBack(kind) && recordId) || []),
    });
  const some = items.filter(({ kind }) => isPutBack(kind));
  return (
    <Card withBorder component="section" aria-label={heading} padding="sm">
      <Title order={3} size="h4" mb="xs" style={{ overflowWrap: "anywhere" }}>
        {heading}
      </Title>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {items.map((item) => (
          <li key={item.recordId ?? item.block}>
            <OneDifference item={item} pictureNames={pictureNames} />
            {isPutBack(item.kind) && (
              <Button
                size="xs"
                variant="default"
                mih={44}
                mt={4}
                disabled={action.isSending}
                aria-label={`Put ${item.label} back as a draft`}
                onClick={() => putBack([item])}
              >
                Put this back as a draft
              </Button>
            )}
          </li>
        ))}
      </Stack>
      {isWhole && some.length > 1 && (
        <Button mt="md" loading={action.isSending} onClick={() => putBack(some)}>
          Put the page back as drafts
        </Button>
      )}
    </Card>
  );
}

/** Only a text that visitors saw then can be put back. */
function isPutBack(kind: Difference["kind"]): boolean {
  return kind === "changed" || kind === "removed";
}

function OneDifference({ item, pictureNames }: { item: Difference; pictureNames: PictureNames }) {
  const block = findBlock(item.block);
  if (block === undefined) return null;
  const name = item.label === block.title ? item.label : `${block.title}: ${item.label}`;
  const isThere = item.recordId !== null && item.kind !== "removed";
  return (
    <>
      {isThere ? (
        <Anchor
          component={Link}
          to={editPathOf(block, item.recordId ?? "")}
          size="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {name}
        </Anchor>
      ) : (
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {kinds[item.kind]}
      </Text>
      {item.changes.map((change) => (
        <div key={change.path}>
          <Text size="sm" fw={600}>
            {block.fields[change.path]?.label ?? change.path}
          </Text>
          <HistoryChange block={block} change={change} pictureNames={pictureNames} />
        </div>
      ))}
    </>
  );
}
