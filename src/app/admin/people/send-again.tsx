import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Admin } from "../../../access/list-admins.ts";
import { usePeopleAction } from "./use-people-action.ts";

/** A new link for somebody who has not followed theirs. */
export function SendAgain({ admin }: { admin: Admin }) {
  const { send, isSending } = usePeopleAction(() =>
    notifications.show({ message: `Invitation is Sent to ${admin.userEmail}` }),
  );
  return (
    <Button
      size="xs"
      variant="default"
      loading={isSending}
      aria-label={`Send the invitation to ${admin.userEmail} again`}
      onClick={() => send({ intent: "invite", id: admin._id })}
    >
      Send again
    </Button>
  );
}
