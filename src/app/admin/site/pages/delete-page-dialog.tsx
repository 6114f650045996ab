import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { LinkingRecords, useLinksTo } from "../addresses/linking-records.tsx";

export interface DeletedPage {
  readonly _id: string;
  readonly block: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  readonly published: unknown;
}

interface DeletePageDialogProps {
  page: DeletedPage;
  isOpen: boolean;
  isSending: boolean;
  onClose: () => void;
  onDelete: () => void;
}

export default function DeletePageDialog(props: DeletePageDialogProps) {
  const { page, isOpen, isSending, onClose, onDelete } = props;
  const { label, published, values } = page;
  const links = useLinksTo(isOpen ? page._id : null);
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Delete “${label}”?`} lockScroll={false}>
      <Stack gap="md">
        <Text size="sm">
          {published === null
            ? "Visitors have never seen this page."
            : `Visitors who open ${values.pageAddress} will read that there is no such page.`}{" "}
          The page goes to the trash with all its sections, and you can put it back at any time.
        </Text>
        <LinkingRecords links={links} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep the page
          </Button>
          <Button color="red" loading={isSending} onClick={onDelete}>
            Delete the page
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
