import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ContentRequest, ContentResult } from "./content-action.ts";

/** Says in a corner of the panel what was done; what went wrong stands at the form as well. */
export function showResult(result: ContentResult, send: (request: ContentRequest) => void): void {
  if (!result.ok) {
    notifications.show({ color: "red", message: result.message, autoClose: 8000 });
    return;
  }
  const { undo, message } = result;
  if (undo === null) {
    notifications.show({ message });
    return;
  }
  const id = notifications.show({
    autoClose: 15_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            send(undo);
            notifications.hide(id);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
