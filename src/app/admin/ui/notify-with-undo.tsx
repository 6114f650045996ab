import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** Shows a toast with an Undo button. */
export function notifyWithUndo(message: string, undo: () => void): void {
  const id = notifications.show({
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
