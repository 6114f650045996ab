import { Button, Group, Kbd, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

interface UndoOptions {
  readonly title?: string | undefined;
  readonly closeAfterMs?: number;
}

/** Shows a toast with an Undo button. */
export function notifyWithUndo(
  message: string,
  undo: () => void,
  { title, closeAfterMs = 15_000 }: UndoOptions = {},
): void {
  const id = notifications.show({
    autoClose: closeAfterMs,
    title,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" lineClamp={3}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          aria-keyshortcuts="z"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
          rightSection={
            <Kbd size="xs" visibleFrom="sm" aria-hidden>
              z
            </Kbd>
          }
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
