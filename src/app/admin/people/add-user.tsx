import { Anchor, Box, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import {
  addUserRecord,
  listAdmins,
  removeUserRecord,
  sendInvitationAgain,
} from "../../../access/admins/admins.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { readForm, refusedForm } from "../../form-state.server.ts";
import { NoMailServer } from "../mail/mail-notices.tsx";
import { hasMailServer } from "../mail/mail-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/add-user";
import { AdminsTable } from "./admins-table.tsx";
import { UserForm } from "./user-form.tsx";

export const handle = { breadcrumb: [{ label: "Team and admins" }] };

export function meta() {
  return pageTitle("Team and admins");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const [admins, hasServer] = await Promise.all([
    listAdmins(services, actor),
    hasMailServer(services),
  ]);
  return { admins, hasServer };
}

/** Without `intent`, the form adds an admin. The buttons of the list send an `intent`. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  const { intent = "add", id = "", userEmail, userRole } = values;
  try {
    if (intent === "remove") await removeUserRecord(services, actor, id);
    else if (intent === "invite") await sendInvitationAgain(services, actor, id);
    else await addUserRecord(services, actor, { userEmail, userRole });
    return { savedAt: Date.now() };
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function AddUser({ loaderData, actionData }: Route.ComponentProps) {
  const { admins, hasServer } = loaderData;
  return (
    <Stack gap="xl" maw={960}>
      <Title order={1}>Team and admins</Title>
      <AdminsTable admins={admins} />
      <section>
        <Title order={2} mb="xs">
          Add a person
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          The new person gets an email with a link to set a password. What they can then do depends
          on the role:{" "}
          <Anchor component={Link} to="/roles" inherit underline="always">
            see all roles
          </Anchor>
          . A person who already has an account with a confirmed email address gets access at once.
        </Text>
        {!hasServer && (
          <Box mb="md">
            <NoMailServer />
          </Box>
        )}
        <UserForm
          email=""
          userRole="Admin"
          result={actionData}
          message="User Is Added"
          button="Add"
          shortcut="n"
        />
      </section>
    </Stack>
  );
}
