import { Badge, Button, Card, Group, List, Stack, Text, Title } from "@mantine/core";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { roleDescriptions, teamRoles } from "#policy/roles.ts";
import type { Route } from "./+types/roles";
import { rightTextsOf } from "./right-texts.server.ts";

export const handle = { breadcrumb: [{ label: "Roles" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Roles", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const own = actor.kind === "staff" ? actor.role : "Admin";
  return {
    maySeeAs: actor.kind === "admin",
    roles: teamRoles.map((role) => ({
      role,
      ...roleDescriptions[role],
      isYours: role === own,
      rights: role === "Admin" ? ["Everything in the panel"] : rightTextsOf(role),
    })),
  };
}

export default function Roles({ loaderData: { roles, maySeeAs } }: Route.ComponentProps) {
  return (
    <Stack gap="lg" maw={960}>
      <div>
        <Title order={1}>Roles</Title>
        <Text c="dimmed" size="sm" mt={4}>
          What each role may do. An owner sets a person’s role under Team and admins.
        </Text>
      </div>
      {roles.map(({ role, name, summary, rights, isYours }) => (
        <Card key={role} withBorder component="section" aria-labelledby={`role ${role}`}>
          <Group justify="space-between" align="start" mb="xs">
            <Group gap="xs">
              <Title order={2} size="h4" id={`role ${role}`}>
                {name}
              </Title>
              {isYours && <Badge variant="default">Your role</Badge>}
            </Group>
            {maySeeAs && role !== "Admin" && (
              <form method="post" action="/admin/see-as">
                <input type="hidden" name="role" value={role} />
                <Button type="submit" size="xs" variant="default">
                  See the panel as {name}
                </Button>
              </form>
            )}
          </Group>
          <Text size="sm">{summary}</Text>
          <List size="sm" mt="xs" c="dimmed">
            {rights.map((right) => (
              <List.Item key={right}>{right}</List.Item>
            ))}
          </List>
        </Card>
      ))}
    </Stack>
  );
}
