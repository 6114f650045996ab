import { Button, Group, Modal, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { LinkingRecords, useLinksTo } from "#app/admin/site/addresses/linking-records.tsx";
import type { EditableRecord } from "#content/drafts/editable-record.ts";

interface DeleteQuestionProps {
  record: EditableRecord;
  onSure: () => void;
  onClose: () => void;
}

/** Asks before a record is deleted that others link to; a record without links is deleted at once. */
export default function DeleteQuestion({ record, onSure, onClose }: DeleteQuestionProps) {
  const links = useLinksTo(record._id);
  const sure = useRef(onSure);
  sure.current = onSure;
  useEffect(() => {
    if (links?.length === 0) sure.current();
  }, [links]);
  return (
    <Modal
      opened={links !== undefined && links?.length !== 0}
      onClose={onClose}
      title={`Delete “${record.label}”?`}
      lockScroll={false}
    >
      <Stack gap="md">
        <LinkingRecords links={links} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button color="red" onClick={onSure}>
            Delete it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
