import { Anchor, Badge, Button, Group, Stack, Tabs, Text, Title } from "@mantine/core";
import { data } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { Services } from "#compose.ts";
import { articles } from "#content/blocks/articles.ts";
import { logo } from "#content/blocks/logo.ts";
import { look } from "#content/blocks/look.ts";
import {
  findForEditing,
  listForEditing,
  listNewestPages,
} from "#content/drafts/editable-record.ts";
import { listHistory } from "#content/history/history.ts";
import { publishedBefore } from "#content/history/published-before.ts";
import { farmWordsLeft } from "#content/plain/farm-words-left.ts";
import { siteInWords } from "#content/plain/site-in-words.ts";
import { listOwnFonts } from "#look/typefaces/own-font.server.ts";
import { pictureFactsFor, pictureNamesFor } from "#media/picture-facts.server.ts";
import { minuteOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { readPreviewSite } from "../content/preview/preview-site.server.ts";
import { RecordHistory } from "../content/record/record-history.tsx";
import { useContentAction } from "../content/use-content-action.ts";
import type { Route } from "./+types/look-screen";
import type { SiteLogo } from "./colours-of-logo.tsx";
import { LookEditor } from "./look-editor.tsx";

export const handle = { breadcrumb: [{ label: "Look" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Look", matches);
}

/** Serves `/edit-look`, and the address of the record that lists of changes link to. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { read } = services.database;
  const [record = null] = await listForEditing(services, actor, look);
  const { recordId } = params as { readonly recordId?: string };
  if (recordId !== undefined && recordId !== record?._id) throw data(null, { status: 404 });
  const reader = await dateReader(services, request);
  const preview = await readPreviewSite(services);
  const published = record?.published?.words ?? "Farm";
  const wordsOfSite = published === "Plain" ? "Plain" : "Farm";
  const article = await readArticle(services, actor);
  const history =
    record === null ? [] : await listHistory(services, actor, { recordId: record._id });
  const before =
    record === null ? undefined : await publishedBefore(services, actor, look, record._id);
  const otherWords = await siteInWords(
    read,
    preview.site,
    wordsOfSite === "Plain" ? "farm" : "plain",
  );
  return {
    record,
    preview: {
      ...preview,
      pictures: { ...preview.pictures, ...(await pictureFactsFor(read, [otherWords, article])) },
    },
    otherWords,
    wordsOfSite,
    article,
    logo: await readLogo(services, actor),
    wordsLeft: wordsOfSite === "Plain" ? await farmWordsLeft(read, preview.business.name) : null,
    fonts: await listOwnFonts(read, actor),
    before:
      before === undefined
        ? null
        : {
            revision: before.revision,
            design: before.values.design ?? "",
            when: minuteOf(Date.parse(before.at), reader),
          },
    pictureNames: await pictureNamesFor(read, history),
    history: history.map((entry) => ({ ...entry, when: minuteOf(Date.parse(entry.at), reader) })),
  } as const;
}

/** The article that was changed last, for the preview. */
async function readArticle(services: Services, actor: Actor) {
  const [newest] = await listNewestPages(services, actor, articles, 1);
  if (newest === undefined) return null;
  return (await findForEditing(services, actor, articles, newest._id))?.values ?? null;
}

async function readLogo(services: Services, actor: Actor): Promise<SiteLogo> {
  const [record] = await listForEditing(services, actor, logo);
  return {
    id: record?._id ?? null,
    revision: record?.revision ?? null,
    picture: record?.values.logo ?? "",
    isDraft: record !== undefined && record.draft !== null,
  };
}

/** The logo is another record, with a history of its own. */
const logoIsKept = "The logo is kept.";

export default function LookScreen({ loaderData }: Route.ComponentProps) {
  const { record, history, pictureNames, before, ...editor } = loaderData;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group>
          <Title order={1}>Look</Title>
          {record?.draft && <Badge color="yellow">Draft</Badge>}
        </Group>
        <Group>
          {record !== null && before !== null && <LookBefore recordId={record._id} {...before} />}
          <Anchor href="/">View the site</Anchor>
        </Group>
      </Group>
      <Tabs defaultValue="edit" keepMounted>
        <Tabs.List mb="md">
          <Tabs.Tab value="edit">Edit</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit">
          <LookEditor key={record?._id} record={record} {...editor} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          {record === null ? (
            <Text>The look has no earlier versions.</Text>
          ) : (
            <Stack gap="sm">
              <Text size="sm" c="dimmed">
                Each version can be published again. {logoIsKept}
              </Text>
              <RecordHistory
                block={look}
                recordId={record._id}
                entries={history}
                pictureNames={pictureNames}
              />
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

interface LookBeforeProps {
  recordId: string;
  revision: number;
  design: string;
  when: string;
}

/** Publishes the look again that visitors saw before the present one. */
function LookBefore({ recordId, revision, design, when }: LookBeforeProps) {
  const action = useContentAction(undefined, {
    doneText: `The look before is published again: ${design}. The logo is kept.`,
  });
  if (!usePanelRights().publishes) return null;
  return (
    <div>
      <Button
        variant="default"
        mih={44}
        loading={action.isSending}
        title={`${design}, published ${when}`}
        onClick={() => action.send({ intent: "restore", block: look.name, id: recordId, revision })}
      >
        Back to the look before
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {logoIsKept}
      </Text>
    </div>
  );
}
