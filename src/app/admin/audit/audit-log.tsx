import {
  Anchor,
  Box,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { addDays, isDay } from "#platform/time/calendar.ts";
import { fullDateOf, startOfDay } from "#platform/time/dates.ts";
import { shownSubject } from "#policy/audit-names.ts";
import { listAuditEntries, listAuditSubjects } from "#policy/list-audit-entries.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/audit-log";
import { AuditTable } from "./audit-table.tsx";

interface AuditFiltersProps {
  filters: Readonly<Record<"search" | "subject" | "from" | "until", string>>;
  subjects: readonly string[];
  isFiltered: boolean;
}

/** The filters are in the URL, so that a shared link shows the same entries. */
function AuditFilters({ filters, subjects, isFiltered }: AuditFiltersProps) {
  const kinds = subjects.map((subject) => ({ value: subject, label: shownSubject(subject) }));
  return (
    <Form method="get" action="/audit-log" role="search">
      <Group align="end" gap="sm">
        <TextInput
          name="search"
          label="Search"
          placeholder="Person, action or name"
          type="search"
          defaultValue={filters.search}
          flex={{ base: "1 1 100%", lg: 1 }}
        />
        <NativeSelect
          name="subject"
          label="Kind"
          defaultValue={filters.subject}
          flex={grows}
          data={[{ value: "", label: "Everything" }, ...kinds]}
        />
        <TextInput name="from" label="From" type="date" defaultValue={filters.from} flex={grows} />
        <TextInput
          name="until"
          label="Until"
          type="date"
          defaultValue={filters.until}
          flex={grows}
        />
        <Button type="submit">Search</Button>
        {isFiltered && (
          <Anchor component={Link} to="/audit-log" size="sm" py={8}>
            Show everything
          </Anchor>
        )}
      </Group>
    </Form>
  );
}

/** On a phone, two filters share a line. */
const grows = { base: "1 1 8rem", sm: "none" };

export const handle = { breadcrumb: [{ label: "Audit log" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Audit log", matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { timeZone } = reader;
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const { search = "", subject = "", from = "", until = "", older, newer } = asked;
  const [{ entries, ...page }, subjects] = await Promise.all([
    listAuditEntries(services, actor, {
      search,
      subject,
      pageSize,
      olderThan: older,
      newerThan: newer,
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
          Every change made by the team. Entries cannot be edited or deleted.
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
          Too many words begin with “{wholeWords.join("”, “")}”, so only exact matches are shown.
          Type more letters to find longer words.
        </Text>
      )}
      <Box opacity={isPending ? 0.5 : 1} aria-busy={isPending}>
        <AuditTable
          rows={rows}
          empty={isFiltered ? "No entries match. Remove a filter to see more." : "No changes yet."}
        />
      </Box>
      {(newerThan !== null || olderThan !== null) && (
        <Group component="nav" aria-label="Pages of the audit log" gap={6}>
          <Step text="Newest" path={newerThan && pathTo({})} />
          <Step text="Previous" path={newerThan && pathTo({ newer: newerThan })} />
          <Step text="Next" path={olderThan && pathTo({ older: olderThan })} />
        </Group>
      )}
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
