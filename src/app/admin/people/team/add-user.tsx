import { Box, Stack, Text, Title } from "@mantine/core";
import { listAdmins } from "#access/admins/admins.ts";
import { readTeam } from "#access/admins/assignees.ts";
import { listTeamKeys } from "#access/api-keys/api-keys.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { NoMailServer } from "#app/admin/messages/mail/mail-notices.tsx";
import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { roleName } from "#policy/roles.ts";
import { countOpenOrders } from "#work/assignment/open-orders.ts";
import type { Route } from "./+types/add-user";
import { AdminsTable } from "./admins-table.tsx";
import { teamIntents } from "./team-intents.server.ts";
import { TeamKeys } from "./team-keys.tsx";
import { UserForm } from "./user-form.tsx";

export const handle = { breadcrumb: [{ label: "Team and admins" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Team and admins", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const [admins, keys, reader, hasServer, people, team] = await Promise.all([
    listAdmins(services, actor),
    listTeamKeys(services, actor),
    dateReader(services, request),
    hasMailServer(services),
    services.readAssignees(services.database.read),
    readTeam(services.database.read),
  ]);
  const accountIds = people.map(({ accountId }) => accountId);
  const openOrders = await countOpenOrders(services, actor, accountIds);
  const loads = new Map(
    people.map(({ accountId, email }) => [normalEmail(email), openOrders.get(accountId) ?? 0]),
  );
  const accounts = new Map(team.map(({ accountId, email }) => [normalEmail(email), accountId]));
  const members = admins.map((admin) => ({
    ...admin,
    /** Null until the person has an account. */
    accountId: accounts.get(normalEmail(admin.userEmail)) ?? null,
    /** Number of open orders that are assigned to the person; null for a role without orders. */
    openOrders: loads.get(normalEmail(admin.userEmail)) ?? null,
  }));
  const teamKeys = keys.map((key) => ({
    id: key.id,
    email: key.email,
    name: key.name,
    prefix: key.prefix,
    role: key.role === null ? "Customer" : roleName(key.role),
    isReadOnly: key.isReadOnly,
    lastUsed: key.lastUsedAt === null ? "Never" : minuteOf(key.lastUsedAt, reader),
    expires: minuteOf(key.expiresAt, reader),
  }));
  return { members, teamKeys, hasServer };
}

export async function action({ request, context }: Route.ActionArgs) {
  const owner = { services: servicesOf(context), actor: await adminOnly(context, request) };
  return runIntent(teamIntents, owner, await readForm(request));
}

export default function AddUser({ loaderData, actionData }: Route.ComponentProps) {
  const { members, teamKeys, hasServer } = loaderData;
  return (
    <Stack gap="xl" maw={960}>
      <Title order={1}>Team and admins</Title>
      <AdminsTable members={members} hasServer={hasServer} />
      <section>
        <Title order={2} mb="xs">
          Add a person
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {hasServer
            ? "The new person gets an email with a link to set a password."
            : "You get a link with which the new person sets a password, to send it yourself."}{" "}
          A person who already has an account with a confirmed email address gets access at once.
        </Text>
        {!hasServer && (
          <Box mb="md">
            <NoMailServer />
          </Box>
        )}
        <UserForm intent="add" email="" userRole="" result={actionData} button="Add" shortcut="n" />
      </section>
      <TeamKeys keys={teamKeys} />
    </Stack>
  );
}
