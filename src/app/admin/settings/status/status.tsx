import {
  Alert,
  Anchor,
  Box,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from "@mantine/core";
import { Link, useRevalidator } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { instantOf } from "#app/admin/messages/mail/mail-row.server.ts";
import { RemoveDemonstrationOrders } from "#app/admin/orders/demonstration-orders.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { IconAlertTriangle } from "#app/ui/icons/icon-alert-triangle.ts";
import { IconRefresh } from "#app/ui/icons/icon-refresh.ts";
import {
  checkStatus,
  demonstrationCheck,
  type StatusCheck,
} from "#maintenance/status/check-status.ts";
import { readStatus } from "#maintenance/status/read-status.ts";
import type { Route } from "./+types/status";

interface StatusCardProps extends StatusCheck {
  removesDemonstrations: boolean;
}

function StatusCard({ name, value, advice, screen, removesDemonstrations }: StatusCardProps) {
  return (
    <Paper withBorder p="md">
      <Group gap="sm" wrap="nowrap" mb="xs">
        <ThemeIcon variant="light" color="orange" size="md" aria-hidden>
          <IconAlertTriangle size={16} />
        </ThemeIcon>
        <Title order={3} size="h5">
          {name}
        </Title>
      </Group>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <Text mt="xs">{advice}</Text>
      {screen !== null && (
        <Anchor component={Link} to={screen.path} mt="sm" display="inline-block">
          {screen.label}
        </Anchor>
      )}
      {removesDemonstrations && (
        <Box mt="sm">
          <RemoveDemonstrationOrders />
        </Box>
      )}
    </Paper>
  );
}

export const handle = { breadcrumb: [{ label: "Status" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Status", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const status = await readStatus(services, actor);
  return {
    checks: checkStatus(status).map((check) => ({
      ...check,
      removesDemonstrations: check.name === demonstrationCheck,
    })),
    at: instantOf(status.at, await dateReader(services, request)),
  };
}

export default function Status({ loaderData: { checks, at } }: Route.ComponentProps) {
  const needing = checks.filter(({ advice }) => advice !== null);
  const good = checks.filter(({ advice }) => advice === null);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={1}>Status</Title>
          <Text size="sm" c="dimmed">
            As of <time dateTime={at.iso}>{at.full}</time>
          </Text>
        </div>
        <LookAgain />
      </Group>
      {needing.length === 0 ? (
        <Alert color="brand" title="Everything works">
          Nothing needs your attention.
        </Alert>
      ) : (
        <section aria-labelledby="needing">
          <Title order={2} id="needing" mb="sm">
            {needing.length === 1 ? "1 thing needs" : `${needing.length} things need`} attention
          </Title>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {needing.map((check) => (
              <StatusCard key={check.name} {...check} />
            ))}
          </SimpleGrid>
        </section>
      )}
      <section aria-labelledby="good">
        <Title order={2} id="good" mb="sm">
          Good
        </Title>
        <Table spacing="sm" aria-labelledby="good">
          <tbody>
            {good.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row" style={{ width: "min(38%, 15rem)", verticalAlign: "top" }}>
                  {name}
                </th>
                <td style={{ overflowWrap: "anywhere", verticalAlign: "top" }}>{value}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Stack>
  );
}

function LookAgain() {
  const { revalidate, state } = useRevalidator();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() => void revalidate()}
      loading={state !== "idle"}
    >
      Refresh
    </Button>
  );
}
