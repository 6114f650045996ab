import { Button, Group, Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useSubmit } from "react-router";
import type { Admin } from "../../../access/list-admins.ts";
import { usePeopleAction } from "./use-people-action.ts";

/** Asks first, and can be undone. */
export function RemoveAdmin({ admin }: { admin: Admin }) {
  const { _id, userEmail, isYou } = admin;
  const [opened, { toggle, close }] = useDisclosure(false);
  // This row is gone by the time of the undo, and its fetcher with it.
  const submit = useSubmit();
  const { send, isSending } = usePeopleAction(() => {
    notifications.show({
      id: _id,
      autoClose: 15_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">User Is Removed</Text>
          <Button size="compact-sm" variant="light" onClick={undo}>
            Undo
          </Button>
        </Group>
      ),
    });
  });

  function undo() {
    notifications.hide(_id);
    void submit({ intent: "add", userEmail }, { method: "post", action: "/add-user" });
  }

  return (
    <Popover opened={opened} onClose={close} trapFocus withArrow shadow="md" width={280}>
      <Popover.Target>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          onClick={toggle}
          aria-label={`Remove ${userEmail}`}
        >
          Remove
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs" ta="left">
          {isYou
            ? "Give up your own role? You lose the panel at once."
            : `Remove ${userEmail}? They lose the panel at once; their account stays.`}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            color="red"
            loading={isSending}
            onClick={() => {
              close();
              send({ intent: "remove", id: _id });
            }}
          >
            Remove admin
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Keep
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
