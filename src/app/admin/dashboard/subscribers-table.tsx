import { Badge, Box, Button, Group, Text } from "@mantine/core";
import type { ListedSubscriber } from "../../../inbox/subscribers/list-subscribers.ts";
import type { Page } from "../../../platform/pages.ts";
import { AdminTable } from "../ui/admin-table.tsx";

interface SubscribersTableProps {
  subscribers: Page<ListedSubscriber>;
  /** Omitted in a read-only table. */
  onRemove?: (subscriber: ListedSubscriber) => void;
}

/** Subscribers, newest first. */
export function SubscribersTable({ subscribers, onRemove }: SubscribersTableProps) {
  return (
    <Box maw={640}>
      <AdminTable
        label="Subscribers"
        columns={[
          { heading: "Sl No.", cell: (_subscriber, index) => subscribers.offset + index + 1 },
          {
            heading: "Email",
            cell: (subscriber) => <EmailCell subscriber={subscriber} onRemove={onRemove} />,
          },
        ]}
        rows={subscribers.items}
        keyOf={({ _id }) => _id}
        empty="No subscribers yet."
      />
    </Box>
  );
}

interface EmailCellProps {
  subscriber: ListedSubscriber;
  onRemove: SubscribersTableProps["onRemove"];
}

function EmailCell({ subscriber, onRemove }: EmailCellProps) {
  const { subemail, isWaiting } = subscriber;
  return (
    <Group gap="sm" justify="space-between" w="100%">
      <Group gap="xs" flex="1 1 12rem">
        <Text span inherit style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
          {subemail}
        </Text>
        {isWaiting && (
          <Badge variant="dot" color="yellow" title="Has not confirmed the subscription yet">
            Not confirmed
          </Badge>
        )}
      </Group>
      {onRemove && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          mih={{ base: 44, sm: 0 }}
          aria-label={`Remove ${subemail}`}
          onClick={() => onRemove(subscriber)}
        >
          Remove
        </Button>
      )}
    </Group>
  );
}
