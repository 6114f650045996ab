import { Button, Group, Text } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";

/** Shows a toast with an Undo button, in the place of an earlier one with the same id. */
export function notifyWithUndo(message: string, undo: () => void, id: string = randomId()): void {
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: 15_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" lineClamp={3}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
