import { Button, Group, Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Admin } from "../../../access/admins/list-admins.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import type { PeopleAction } from "./use-people-action.ts";

interface RemoveAdminProps {
  admin: Admin;
  people: PeopleAction;
  onAdded: () => void;
}

/** Asks first, and can be undone. */
export function RemoveAdmin({ admin, people, onAdded }: RemoveAdminProps) {
  const { _id, userEmail, isYou } = admin;
  const [opened, { toggle, close }] = useDisclosure(false);
  const undo = () => people.send({ intent: "add", userEmail }, onAdded);

  function remove() {
    close();
    people.send({ intent: "remove", id: _id }, () => notifyWithUndo("User Is Removed", undo));
  }

  return (
    <Popover opened={opened} onClose={close} trapFocus withArrow shadow="md" width={280}>
      <Popover.Target>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          onClick={toggle}
          loading={people.sendingId === _id}
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
          <Button size="xs" color="red" onClick={remove}>
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
