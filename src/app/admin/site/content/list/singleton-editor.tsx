import { Anchor, Badge, Card, Group, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import type { PreviewSite } from "../preview/preview-site.server.ts";

/** Loaded only for adding the record; an existing record is shown as a link. */
const RecordEditor = lazy(async () => {
  const { RecordEditor } = await import("../record/record-editor.tsx");
  return { default: RecordEditor };
});

interface SingletonEditorProps {
  block: Block;
  record: EditableRecord | undefined;
  preview: PreviewSite;
}

export function SingletonEditor({ block, record, preview }: SingletonEditorProps) {
  // The form stays until it has shown its message, even if the new record arrives earlier. The
  // message may also come first, so only the removal of a record begins another form.
  const [isAdding, setIsAdding] = useState(record === undefined);
  const [hadRecord, setHadRecord] = useState(record !== undefined);
  if (hadRecord !== (record !== undefined)) {
    setHadRecord(!hadRecord);
    if (hadRecord) setIsAdding(true);
  }
  if (record === undefined || isAdding) {
    return (
      <section>
        <Title order={2} size="h3" mb="md">
          Update {block.title}
        </Title>
        <Suspense>
          <RecordEditor
            block={block}
            record={null}
            preview={preview}
            onSaved={() => setIsAdding(false)}
          />
        </Suspense>
      </section>
    );
  }
  // In a group, the heading beside the link already names the block.
  const isGrouped = block.screens.group !== undefined;
  const state = block.stateField === undefined ? undefined : record.values[block.stateField];
  return (
    <Card withBorder component="section">
      <Group justify="space-between" gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
        <div style={{ flex: `1 1 ${isGrouped ? 9 : 14}rem`, minWidth: 0 }}>
          <Title order={isGrouped ? 3 : 2} size="h4">
            {isGrouped ? nameInGroup(block) : `Update ${block.title}`}
          </Title>
          <Text c="dimmed" lineClamp={1}>
            {record.label}
          </Text>
        </div>
        <Group wrap="nowrap">
          {state !== undefined && <StateBadge block={block} state={state} />}
          {record.draft && <Badge color="yellow">Draft</Badge>}
          <Anchor
            component={Link}
            to={editPathOf(block, record._id)}
            aria-label={isGrouped ? `Edit ${block.title}` : undefined}
          >
            {isGrouped ? "Edit" : (block.screens.editLink ?? `Edit ${block.title}`)}
          </Anchor>
        </Group>
      </Group>
    </Card>
  );
}

/** In the group of emails, "Email: order placed" becomes "Order placed". */
export function nameInGroup({ title }: Block): string {
  const name = title.slice(title.indexOf(":") + 1).trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The first choice of the field is the usual state. */
export function isUsualState(block: Block, state: string): boolean {
  return state === block.fields[block.stateField ?? ""]?.choices?.[0];
}

/** The usual state gets the green dot. */
export function StateBadge({ block, state }: { block: Block; state: string }) {
  const isUsual = isUsualState(block, state);
  return (
    <Badge variant="dot" color={isUsual ? "brand" : "gray"} miw="max-content">
      {/* “Sent” would read as if the email had already been sent. */}
      {block.shownAs === "letter" ? (isUsual ? "On" : "Off") : state}
    </Badge>
  );
}
