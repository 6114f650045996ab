import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import { LinkingRecords, useLinksTo } from "../addresses/linking-records.tsx";
import { useContentAction } from "../content/use-content-action.ts";

interface DeletedPage {
  readonly _id: string;
  readonly block: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  readonly published: unknown;
}

interface DeletePageProps {
  /** Null on a page that cannot be deleted. */
  page: DeletedPage | null;
  onDone: () => void;
}

/**
 * Asks before a page goes to the trash, and says what visitors will find. Stays mounted without the
 * page, because it shows the toast with "Undo" after the screen has lost the page.
 */
export function DeletePage({ page, onDone }: DeletePageProps) {
  const dialog = useDialog("#delete-page");
  const action = useContentAction(onDone);
  const links = useLinksTo(dialog.isOpen && page !== null ? page._id : null);
  if (page === null) return null;
  const { label, published, values } = page;
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => void dialog.show()}>
        Delete this page
      </Button>
      <Modal
        opened={dialog.isOpen}
        onClose={() => void dialog.close()}
        title={`Delete “${label}”?`}
        lockScroll={false}
      >
        <Stack gap="md">
          <Text size="sm">
            {published === null
              ? "Visitors have never seen this page."
              : `Visitors who open ${values.pageAddress} will read that there is no such page.`}{" "}
            The page goes to the trash with all its sections, and you can put it back at any time.
          </Text>
          <LinkingRecords links={links} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => void dialog.close()}>
              Keep the page
            </Button>
            <Button
              color="red"
              loading={action.isSending}
              onClick={() => action.send({ intent: "delete", block: page.block, id: page._id })}
            >
              Delete the page
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
