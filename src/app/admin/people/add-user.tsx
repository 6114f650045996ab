import { Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { addUserRecord, listUserRecords } from "../../../access/user-records.ts";
import { servicesOf } from "../../app-context.server.ts";
import { readForm, refusedForm } from "../../form-state.server.ts";
import { pageTitle } from "../../page-title.ts";
import { adminOnly } from "../admin-guard.server.ts";
import type { Route } from "./+types/add-user";
import { UserForm } from "./user-form.tsx";

export const handle = { breadcrumb: [{ label: "Admin" }] };

export function meta() {
  return pageTitle("Admin");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { users: await listUserRecords(servicesOf(context), actor) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    const { userEmail, userRole } = values;
    await addUserRecord(servicesOf(context), actor, { userEmail, userRole });
    return { savedAt: Date.now() };
  } catch (error) {
    return refusedForm(error, values);
  }
}

/** Who runs the site, and the form that adds somebody. */
export default function AddUser({ loaderData, actionData }: Route.ComponentProps) {
  const { users } = loaderData;
  return (
    <Stack gap="xl" maw={640}>
      <Title order={1}>Admin</Title>
      <Table verticalSpacing="sm" aria-label="Admins">
        <Table.Tbody>
          {users.map((user) => (
            <Table.Tr key={user._id}>
              <Table.Td>{user.userEmail}</Table.Td>
              <Table.Td c="dimmed">{user.userRole}</Table.Td>
              <Table.Td ta="right">
                <Anchor component={Link} to={`/admin-user/${user._id}`} size="sm">
                  Edit
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <section>
        <Title order={2} mb="xs">
          Add an admin
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          Whoever has the account of this address, and has proved that the address is theirs, may do
          everything here.
        </Text>
        <UserForm
          key={users.length}
          email=""
          result={actionData}
          message="User Is Added"
          button="Add"
        />
      </section>
    </Stack>
  );
}
