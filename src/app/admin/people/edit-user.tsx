import { Stack, Text, Title } from "@mantine/core";
import { updateUserRecord } from "../../../access/admins/admins.ts";
import { readUserRecord } from "../../../access/admins/user-records.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageError, readForm, refusedForm } from "../../form-state.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/edit-user";
import { UserForm } from "./user-form.tsx";

export const handle = {
  breadcrumb: [{ label: "Team and admins", path: "/add-user" }, { label: "Edit" }],
};

export function meta() {
  return pageTitle("Change role");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { user: await readUserRecord(servicesOf(context), actor, params.userId).catch(pageError) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    const { userEmail, userRole } = values;
    const change = { userEmail, userRole };
    await updateUserRecord(servicesOf(context), actor, params.userId, change);
    return { savedAt: Date.now() };
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function EditUser({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Stack maw={640}>
      <Title order={1}>Change role</Title>
      <Text size="sm" c="dimmed">
        A new role takes effect at the person's next click. If you change the email address, the
        person with the new address gets the role and an email, and the person with the old address
        loses access to the panel at once.
      </Text>
      <UserForm
        email={loaderData.user.userEmail}
        userRole={loaderData.user.userRole}
        result={actionData}
        message="User Is Updated"
        button="Update"
      />
    </Stack>
  );
}
