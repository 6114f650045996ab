import { Anchor, Badge, Button, Group, Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useEffect, useId, useRef } from "react";
import { Link, useFetcher } from "react-router";
import type { Admin } from "#access/admins/admins.ts";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { useOnce } from "#app/admin/frame/forms/use-once.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { roleName } from "#policy/roles.ts";
import { InvitationLink, type Invited } from "./invitation-link.tsx";

interface SendAgainProps {
  admin: Admin;
  people: PeopleAction;
  hasServer: boolean;
}

/** Without a mail server, the answer has a new link, which is shown above the list. */
function SendAgain({ admin, people, hasServer }: SendAgainProps) {
  const { _id, userEmail } = admin;
  return (
    <Button
      size="xs"
      variant="default"
      loading={people.sendingId === _id}
      aria-label={`${hasServer ? "Send again to" : "New link for"} ${shownEmail(userEmail)}`}
      onClick={() => people.send({ intent: "invite", id: _id })}
    >
      {hasServer ? "Send again" : "New link"}
    </Button>
  );
}

interface RemoveAdminProps {
  admin: Admin;
  people: PeopleAction;
}

function RemoveAdmin({ admin, people }: RemoveAdminProps) {
  const { _id, userEmail, isYou } = admin;
  const [opened, { toggle, close }] = useDisclosure(false);

  function remove() {
    close();
    people.send({ intent: "remove", id: _id });
  }

  return (
    <Popover
      opened={opened}
      onDismiss={close}
      trapFocus
      returnFocus
      withArrow
      shadow="md"
      width={280}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          onClick={toggle}
          loading={people.sendingId === _id}
          aria-label={`Remove ${shownEmail(userEmail)}`}
        >
          Remove
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs" ta="left">
          {isYou
            ? "Remove yourself from the team? You lose access to the panel at once, you are logged out everywhere, and only another owner can add you again."
            : `Remove ${shownEmail(userEmail)}? They lose access to the panel immediately, and their open orders are assigned to nobody. Their account is kept; its sessions, API keys, passkeys and links end, also if you undo the removal.`}
        </Text>
        <Group gap="xs">
          <Button size="xs" color="red" onClick={remove}>
            Remove
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Keep
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

const stateNames = {
  active: { label: "Active", color: "brand" },
  invited: { label: "Invited", color: "yellow" },
  expired: { label: "Invitation expired", color: "red" },
} as const;

type Member = Admin & {
  /** Null until the person has an account. */
  readonly accountId: string | null;
  /** Number of open orders that are assigned to the person; null for a role without orders. */
  readonly openOrders: number | null;
};

const factColumns: readonly AdminColumn<Member>[] = [
  {
    heading: "Email",
    cell: ({ userEmail, accountId, isYou }) => (
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
          {accountId === null ? (
            shownEmail(userEmail)
          ) : (
            <Anchor component={Link} to={`/people/${accountId}`} inherit>
              {shownEmail(userEmail)}
            </Anchor>
          )}
        </Text>
        {isYou && (
          <Badge variant="default" size="sm">
            You
          </Badge>
        )}
      </Group>
    ),
  },
  { heading: "Role", cell: ({ userRole }) => roleName(userRole) },
  { heading: "Open orders", cell: ({ openOrders }) => openOrders ?? "–" },
  {
    heading: "State",
    cell: ({ state, invitedAt }) => (
      <Badge
        variant="dot"
        miw="max-content"
        color={stateNames[state].color}
        {...(invitedAt === null ? {} : { title: `Invited ${invitedAt.slice(0, 10)}` })}
      >
        {stateNames[state].label}
      </Badge>
    ),
  },
];

interface AdminsTableProps {
  members: readonly Member[];
  hasServer: boolean;
}

export function AdminsTable({ members, hasServer }: AdminsTableProps) {
  const people = usePeopleAction();
  const actions: AdminColumn<Member> = {
    heading: "Actions",
    end: true,
    cell: (admin) => (
      <Group gap="xs" justify="end" wrap="nowrap">
        {admin.state !== "active" && (
          <SendAgain admin={admin} people={people} hasServer={hasServer} />
        )}
        <Anchor component={Link} to={`/admin-user/${admin._id}`} size="sm">
          Edit
        </Anchor>
        <RemoveAdmin admin={admin} people={people} />
      </Group>
    ),
  };
  return (
    <>
      {people.invitation && <InvitationLink {...people.invitation} />}
      <AdminTable
        label="Team"
        columns={[...factColumns, actions]}
        rows={members}
        keyOf={({ _id }) => _id}
        empty="Nobody is on the team yet."
      />
    </>
  );
}

type PeopleRequest =
  | { readonly intent: "remove" | "invite"; readonly id: string }
  | { readonly intent: "add"; readonly userEmail: string; readonly userRole: string };

type PeopleAction = ReturnType<typeof usePeopleAction>;

/** One hook for the whole list, because a row may disappear before its response arrives. */
function usePeopleAction() {
  const fetcher = useFetcher<ActionResult<Invited>>();
  const last = useRef<PeopleRequest>(undefined);
  const { data, state, formData } = fetcher;
  const once = useOnce();
  const noticeId = useId();
  const submit = (request: PeopleRequest) =>
    fetcher.submit(request, { method: "post", action: "/add-user" });
  const send = (request: PeopleRequest) =>
    void once(request, () => {
      notifications.hide(noticeId);
      last.current = request;
      return submit(request);
    });
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (data === undefined || data.isShownAsToast || data.needsConfirmation) return;
    const { savedAt, said = "", undo, notice, errors } = data;
    if (undo !== undefined) notifyWithUndo(said, () => latest.current(undo as PeopleRequest));
    if (savedAt !== undefined) return;
    const message = notice ?? Object.values(errors).join(" ");
    notifications.show({ id: noticeId, color: "red", message, autoClose: 8000 });
  }, [data, noticeId]);
  useConfirmAgain(data, () => last.current && submit(last.current));
  return {
    invitation: data?.data?.invitation,
    sendingId: state === "idle" ? undefined : formData?.get("id")?.toString(),
    /** Results are shown as toasts. */
    send,
  };
}
