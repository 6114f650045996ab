import { Button, Group, List, Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { EditableRecord } from "../../../content/drafts/editable-record.ts";
import { findBlock } from "../../../content/model/block-named.ts";

interface PublishAllProps {
  drafts: readonly EditableRecord[];
  isSending: boolean;
  onPublish: () => void;
}

/** As many as are read before something is confirmed. */
const namedDrafts = 8;

/** Asks first, because all of it is on the site at once, and names what will be. */
export function PublishAll({ drafts, isSending, onPublish }: PublishAllProps) {
  const [asks, { open, close }] = useDisclosure(false);
  const more = drafts.length - namedDrafts;
  return (
    <Popover opened={asks} onClose={close} trapFocus withArrow shadow="md" width={300}>
      <Popover.Target>
        <Button loading={isSending} onClick={open}>
          Publish all
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">
          {drafts.length === 1 ? "Publish 1 draft?" : `Publish ${drafts.length} drafts?`} Visitors
          see at once:
        </Text>
        <List size="sm" my="xs" style={{ overflowWrap: "anywhere" }}>
          {drafts.slice(0, namedDrafts).map((draft) => (
            <List.Item key={draft._id}>{nameOf(draft)}</List.Item>
          ))}
          {more > 0 && <List.Item>and {more} more</List.Item>}
        </List>
        <Group gap="xs">
          <Button
            size="xs"
            onClick={() => {
              close();
              onPublish();
            }}
          >
            {drafts.length === 1 ? "Publish it" : "Publish them"}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Not yet
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function nameOf({ block, label }: EditableRecord): string {
  const title = findBlock(block)?.title ?? block;
  return title === label ? title : `${title}: ${label}`;
}
