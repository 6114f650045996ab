import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Admin } from "../../../access/admins/list-admins.ts";
import type { PeopleAction } from "./use-people-action.ts";

/** A new link for somebody who has not followed theirs. */
export function SendAgain({ admin, people }: { admin: Admin; people: PeopleAction }) {
  const { _id, userEmail } = admin;
  const tell = () => notifications.show({ message: `Invitation is Sent to ${userEmail}` });
  return (
    <Button
      size="xs"
      variant="default"
      loading={people.sendingId === _id}
      aria-label={`Send again to ${userEmail}`}
      onClick={() => people.send({ intent: "invite", id: _id }, tell)}
    >
      Send again
    </Button>
  );
}
