import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link, useNavigation } from "react-router";
import { addDays, isDay } from "../../../platform/time/calendar.ts";
import { fullDateOf } from "../../../platform/time/dates.ts";
import { startOfDay } from "../../../platform/time/start-of-day.ts";
import { listAuditEntries, listAuditSubjects } from "../../../policy/list-audit-entries.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-title.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/audit-log";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";

export const handle = { breadcrumb: [{ label: "Audit log" }] };

export function meta() {
  return pageTitle("Audit log");
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { timeZone } = services.configuration;
  const reader = dateReader(services, request);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const { search = "", subject = "", from = "", until = "", older, newer } = asked;
  const [{ entries, ...page }, subjects] = await Promise.all([
    listAuditEntries(services, actor, {
      ...{ search, subject, pageSize, olderThan: older, newerThan: newer },
      from: isDay(from) ? startOfDay(from, timeZone) : undefined,
      until: isDay(until) ? startOfDay(addDays(until, 1), timeZone) : undefined,
    }),
    listAuditSubjects(services, actor),
  ]);
  const rows = entries.map((entry) => ({
    ...entry,
    when: fullDateOf(Date.parse(entry.at), reader),
  }));
  return { ...page, rows, subjects, filters: { search, subject, from, until } };
}

/** Who did what, to what, and what it said before and afterwards. Nobody can change it. */
export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { rows, subjects, filters, olderThan, newerThan, wholeWords } = loaderData;
  const isPending = useNavigation().state !== "idle";
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const pathTo = (cursor: Readonly<Record<string, string>>) => {
    const chosen = Object.entries(filters).filter(([, value]) => value !== "");
    return `/audit-log?${new URLSearchParams({ ...Object.fromEntries(chosen), ...cursor })}`;
  };
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Audit log</Title>
        <Text size="sm" c="dimmed">
          Every write by an admin. Nobody can change it or take anything out.
        </Text>
      </div>
      <AuditFilters
        key={JSON.stringify(filters)}
        filters={filters}
        subjects={subjects}
        isFiltered={isFiltered}
      />
      {wholeWords.length > 0 && (
        <Text size="sm" role="status">
          Many words begin with “{wholeWords.join("”, “")}”: only entries with that whole word are
          shown.
        </Text>
      )}
      <Box opacity={isPending ? 0.5 : 1} aria-busy={isPending}>
        <AuditTable
          rows={rows}
          empty={
            isFiltered
              ? "No entry is like that. Take a filter away to see more."
              : "No admin has written anything yet."
          }
        />
      </Box>
      <Group component="nav" aria-label="Pages of the audit log" gap={6}>
        <Step text="Newest" path={newerThan && pathTo({})} />
        <Step text="Previous" path={newerThan && pathTo({ newer: newerThan })} />
        <Step text="Next" path={olderThan && pathTo({ older: olderThan })} />
      </Group>
    </Stack>
  );
}

function Step({ text, path }: { text: string; path: string | null }) {
  // Large enough for a thumb on a phone.
  const size = { variant: "default", size: "xs", h: { base: 44, sm: 32 } } as const;
  if (path === null) {
    return (
      <Button {...size} disabled>
        {text}
      </Button>
    );
  }
  return (
    <Button {...size} component={Link} to={path}>
      {text}
    </Button>
  );
}
