import { Button, Card, Group, Stack, Text } from "@mantine/core";
import type { HistoryEntry } from "../../../../content/history/history-entry.ts";
import type { Block } from "../../../../content/model/define.ts";
import { useContentAction } from "../use-content-action.ts";

interface ShownEntry extends HistoryEntry {
  /** In the site's time zone, for people. */
  readonly when: string;
}

interface RecordHistoryProps {
  block: Block;
  recordId: string;
  entries: readonly ShownEntry[];
}

/** Who changed what and when, field by field, newest first; any of it can be brought back. */
export function RecordHistory({ block, recordId, entries }: RecordHistoryProps) {
  const action = useContentAction();
  return (
    <Stack gap="sm" maw={760}>
      {entries.map((entry, index) => (
        <Card key={entry.revision} withBorder padding="sm">
          <Group justify="space-between" mb="xs">
            <Text size="sm">
              <strong>{entry.author}</strong> {entry.action} it,{" "}
              <time dateTime={entry.at}>{entry.when}</time>
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
                Restore this
              </Button>
            )}
          </Group>
          {entry.changes.map((change) => (
            <div key={change.path}>
              <Text size="sm" fw={600}>
                {block.fields[change.path]?.label ?? change.path}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {change.before ? <s>{change.before}</s> : null} {change.after}
              </Text>
            </div>
          ))}
        </Card>
      ))}
    </Stack>
  );
}
