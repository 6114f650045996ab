import { Anchor, Button, Card, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { HistoryEntry } from "#content/history/history.ts";
import type { Block } from "#content/model/define.ts";
import { useContentAction } from "../use-content-action.ts";
import { HistoryChange, type PictureNames } from "./history-value.tsx";

interface ShownEntry extends HistoryEntry {
  readonly when: string;
}

interface RecordHistoryProps {
  block: Block;
  recordId: string;
  entries: readonly ShownEntry[];
  pictureNames: PictureNames;
}

/** Completes a sentence that begins with the author's name. */
const deeds: Readonly<Record<HistoryEntry["action"], string>> = {
  created: "created it",
  updated: "updated it",
  drafted: "saved a draft",
  published: "published it",
  withdrawn: "took it off the site",
  discarded: "discarded the draft",
  restored: "restored an earlier version",
  duplicated: "created it as a copy",
  moved: "moved it in the list",
  "moved-in-draft": "moved it in the list, without publishing",
  deleted: "moved it to the trash",
  undeleted: "took it out of the trash",
  imported: "imported it",
  "made-plain": "swapped the farm’s words for plain ones",
  "made-farm": "brought the farm’s words back",
};

/** Newest entry first. Every entry but the newest has a button that restores it. */
export function RecordHistory({ block, recordId, entries, pictureNames }: RecordHistoryProps) {
  const action = useContentAction();
  return (
    <Stack gap="sm" maw={760}>
      {entries.map((entry, index) => (
        <Card key={entry.revision} withBorder padding="sm">
          <Group justify="space-between" mb="xs">
            <Text size="sm">
              <strong>{entry.author}</strong> {deeds[entry.action]},{" "}
              <time dateTime={entry.at}>{entry.when}</time>
              {block.readBy === "everyone" && (
                <>
                  {" · "}
                  <Anchor
                    component={Link}
                    to={`/admin/site-as-of?at=${encodeURIComponent(entry.at)}`}
                    inherit
                    underline="always"
                  >
                    The site then
                  </Anchor>
                </>
              )}
            </Text>
            {index > 0 && (
              <Button
                size="xs"
                variant="default"
                loading={action.isSending}
                onClick={() =>
                  action.send({
                    intent: "restore",
                    block: block.name,
                    id: recordId,
                    revision: entry.revision,
                  })
                }
              >
                {entry.isDraft ? "Restore as a draft" : "Restore and publish"}
              </Button>
            )}
          </Group>
          {entry.changes.map((change) => (
            <div key={change.path}>
              <Text size="sm" fw={600}>
                {block.fields[change.path]?.label ?? change.path}
              </Text>
              <HistoryChange block={block} change={change} pictureNames={pictureNames} />
            </div>
          ))}
        </Card>
      ))}
    </Stack>
  );
}
