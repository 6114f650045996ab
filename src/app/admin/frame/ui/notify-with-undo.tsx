import { Button, Group, Kbd, Text } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";

interface UndoOptions {
  readonly title?: string | undefined;
  /** The toast replaces an earlier toast with the same id. */
  readonly id?: string | undefined;
  /** Text of the button. */
  readonly text?: string | undefined;
}

/** Must be shorter than the delay of emails, so that "Undo" can still withdraw an email. */
const closeAfterMs = 10_000;

export function notifyWithUndo(
  message: string,
  undo: () => void,
  { title, id = randomId(), text = "Undo" }: UndoOptions = {},
): void {
  notifications.hide(id);
  notifications.show({
    id,
    // Mantine restarts the timer of a replaced toast only if the time differs. Without the random
    // part, the timer of the earlier toast would close this toast.
    autoClose: closeAfterMs - Math.random(),
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
          {text}
        </Button>
      </Group>
    ),
  });
}
