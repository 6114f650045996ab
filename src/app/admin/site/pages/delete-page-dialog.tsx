import { Button, Group, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { LinkingRecords, useLinksTo } from "../addresses/linking-records.tsx";
import { useLinkPages } from "../content/fields/use-link-pages.ts";

export interface DeletedPage {
  readonly _id: string;
  readonly block: string;
  readonly label: string;
  /** The texts that visitors see; null for a page that is not on the site. */
  readonly published: Readonly<Record<string, string>> | null;
}

interface DeletePageDialogProps {
  page: DeletedPage;
  isOpen: boolean;
  isSending: boolean;
  onClose: () => void;
  /** `leadsTo`: where visitors of its address go; "" if they read that the page is gone. */
  onDelete: (leadsTo: string) => void;
}

export default function DeletePageDialog(props: DeletePageDialogProps) {
  const { page, isOpen, isSending, onClose, onDelete } = props;
  const { label, published } = page;
  const links = useLinksTo(isOpen ? page._id : null);
  const isOnSite = published !== null;
  const pages = useLinkPages(isOpen && isOnSite) ?? [];
  const others = pages.filter((each) => each.isOnSite && each.link !== `page:${page._id}`);
  const [leadsTo, setLeadsTo] = useState("");
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Delete “${label}”?`} lockScroll={false}>
      <Stack gap="md">
        <Text size="sm">
          {!isOnSite && "Visitors do not see this page. "}
          The page goes to the trash with all its sections, and you can put it back at any time.
        </Text>
        <LinkingRecords links={links} />
        {published !== null && (
          <NativeSelect
            label={`Visitors of ${published.pageAddress}`}
            description="The same holds for its earlier addresses. A page that is put back is at its address again."
            value={leadsTo}
            onChange={({ currentTarget }) => setLeadsTo(currentTarget.value)}
            data={[
              { value: "", label: "Read that the page is gone" },
              ...[...Map.groupBy(others, (each) => each.group)].map(([group, grouped]) => ({
                group,
                items: grouped.map(({ link, title }) => ({
                  value: link,
                  label: `Go to “${title}”`,
                })),
              })),
            ]}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep the page
          </Button>
          <Button color="red" loading={isSending} onClick={() => onDelete(leadsTo)}>
            Delete the page
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
