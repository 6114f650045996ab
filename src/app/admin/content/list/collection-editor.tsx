import { Button, Group, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { EditableRecord } from "../../../../content/drafts/editable-record.ts";
import type { Block } from "../../../../content/model/define.ts";
import type { PreviewSite } from "../preview/preview-site.server.ts";
import { useUnsaved } from "../record/use-unsaved.ts";
import { RecordList } from "./record-list.tsx";
import { useOpenRecord } from "./use-open-record.ts";

/** Loaded when it is first opened: a list is shown without it. */
const RecordDrawer = lazy(() => import("./record-drawer.tsx"));

interface CollectionEditorProps {
  block: Block;
  records: readonly EditableRecord[];
  preview: PreviewSite;
}

/** A list in the owner's order: add, edit, duplicate, delete and reorder without leaving the page. */
export function CollectionEditor({ block, records, preview }: CollectionEditorProps) {
  const { open, show, close } = useOpenRecord(block, records);
  const unsaved = useUnsaved(block, records, open);
  // Stays once it is there, to close as softly as it opened.
  const [wasOpened, setWasOpened] = useState(false);
  if (open !== null && !wasOpened) setWasOpened(true);
  return (
    <section>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          {block.title}
        </Title>
        <Button leftSection={<IconPlus size={16} />} onClick={() => show("new")}>
          Add
        </Button>
      </Group>
      {records.length === 0 && (
        <Text c="dimmed">Nothing here yet. What you add appears on the site at once.</Text>
      )}
      {/* Also without records: it is what offers to undo the last deletion. */}
      <RecordList block={block} records={records} unsaved={unsaved} onEdit={show} />
      {wasOpened && (
        <Suspense>
          <RecordDrawer block={block} open={open} preview={preview} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
