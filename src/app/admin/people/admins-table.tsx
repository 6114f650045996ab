import { Anchor, Badge, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link } from "react-router";
import type { Admin } from "../../../access/admins/list-admins.ts";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import { RemoveAdmin } from "./remove-admin.tsx";
import { SendAgain } from "./send-again.tsx";
import { usePeopleAction } from "./use-people-action.ts";

const stateNames = {
  active: { label: "Active", color: "field" },
  invited: { label: "Invited", color: "yellow" },
  expired: { label: "Invitation is too old", color: "red" },
} as const;

const factColumns: readonly AdminColumn<Admin>[] = [
  {
    heading: "Email",
    cell: ({ userEmail, isYou }) => (
      <Group gap="xs">
        <Text size="sm">{userEmail}</Text>
        {isYou && (
          <Badge variant="default" size="sm">
            You
          </Badge>
        )}
      </Group>
    ),
  },
  { heading: "Role", cell: ({ userRole }) => userRole },
  {
    heading: "State",
    cell: ({ state, invitedAt }) => (
      <Badge
        variant="dot"
        color={stateNames[state].color}
        {...(invitedAt === null ? {} : { title: `Invited ${invitedAt.slice(0, 10)}` })}
      >
        {stateNames[state].label}
      </Badge>
    ),
  },
];

/** Everybody with the role, whether they have set a password, and what can be done about it. */
export function AdminsTable({ admins }: { admins: readonly Admin[] }) {
  const people = usePeopleAction();
  const onAdded = () => notifications.show({ message: "User Is Added" });
  const actions: AdminColumn<Admin> = {
    heading: "Actions",
    end: true,
    cell: (admin) => (
      <Group gap="xs" justify="end">
        {admin.state !== "active" && <SendAgain admin={admin} people={people} />}
        <Anchor component={Link} to={`/admin-user/${admin._id}`} size="sm">
          Edit
        </Anchor>
        <RemoveAdmin admin={admin} people={people} onAdded={onAdded} />
      </Group>
    ),
  };
  return (
    <AdminTable
      label="Admins"
      columns={[...factColumns, actions]}
      rows={admins}
      keyOf={({ _id }) => _id}
      empty="Nobody has the role."
    />
  );
}
