import { Stack, Text, Title } from "@mantine/core";
import { updateUserRecord } from "#access/admins/admins.ts";
import { readUserRecord } from "#access/admins/user-records.ts";
import { waysInOfRecord } from "#access/ways-in/lost-role.ts";
import { keptIn } from "#app/account/kept-ways.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, savedForm } from "#app/forms.server.ts";
import type { Route } from "./+types/edit-user";
import { saidOfChange } from "./said.server.ts";
import { UserForm } from "./user-form.tsx";

export const handle = {
  breadcrumb: [{ label: "Team and admins", path: "/add-user" }, { label: "Edit" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Change role", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const user = await readUserRecord(services, actor, params.userId).catch(pageError);
  return { user, ways: await waysInOfRecord(services, actor, user) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    const { userEmail, userRole } = values;
    const change = { userEmail, userRole, keep: keptIn(values) };
    const services = servicesOf(context);
    const changed = await updateUserRecord(services, actor, params.userId, change);
    return savedForm(await saidOfChange(services, changed));
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function EditUser({ loaderData, actionData }: Route.ComponentProps) {
  const sendsEmails = useSendsEmails();
  return (
    <Stack maw={640}>
      <Title order={1}>Change role</Title>
      <Text size="sm" c="dimmed">
        A new role takes effect at the person’s next click. If you change the email address, the
        person with the new address gets the role, and the person with the old address loses access
        to the panel at once. When a person loses rights, what else opens the account besides the
        password ends, too. {emailSentence("each of these people", sendsEmails)}
      </Text>
      <UserForm
        email={loaderData.user.userEmail}
        userRole={loaderData.user.userRole}
        result={actionData}
        button="Update"
        ways={loaderData.ways}
      />
    </Stack>
  );
}
