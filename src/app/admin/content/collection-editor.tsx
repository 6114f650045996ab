import { Button, Drawer, Group, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Block } from "../../../content/define.ts";
import type { EditableRecord } from "../../../content/editable-record.ts";
import type { PreviewSite } from "./preview-site.server.ts";
import { RecordEditor } from "./record-editor.tsx";
import { RecordList } from "./record-list.tsx";

interface CollectionEditorProps {
  block: Block;
  records: readonly EditableRecord[];
  preview: PreviewSite;
}

/** A list in the owner's order: add, edit, duplicate, delete and reorder without leaving the page. */
export function CollectionEditor({ block, records, preview }: CollectionEditorProps) {
  const [open, setOpen] = useState<EditableRecord | "new" | null>(null);
  const close = () => setOpen(null);
  return (
    <section>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          {block.title}
        </Title>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen("new")}>
          Add
        </Button>
      </Group>
      {records.length === 0 && (
        <Text c="dimmed">Nothing here yet. What you add appears on the site at once.</Text>
      )}
      {/* Also without records: it is what offers to undo the last deletion. */}
      <RecordList block={block} records={records} onEdit={setOpen} />
      <Drawer
        opened={open !== null}
        onClose={close}
        // Its lock writes a style sheet that the content security policy refuses.
        lockScroll={false}
        position="right"
        size="min(1200px, 100%)"
        title={open === "new" ? `Add: ${block.title}` : `Edit: ${block.title}`}
      >
        {open !== null && (
          <RecordEditor
            block={block}
            record={open === "new" ? null : open}
            preview={preview}
            onSaved={close}
          />
        )}
      </Drawer>
    </section>
  );
}
