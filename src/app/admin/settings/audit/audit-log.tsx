import { Stack, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import { withChoices } from "#app/admin/frame/list/define-list.ts";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { addDays } from "#platform/time/calendar.ts";
import { fullDateOf, startOfDay } from "#platform/time/dates.ts";
import { shownSubject } from "#policy/audit-names.ts";
import { listAuditEntries, listAuditSubjects } from "#policy/list-audit-entries.ts";
import type { Route } from "./+types/audit-log";
import { auditList, withNames } from "./audit-table.tsx";

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
  const { search, shown } = await readList(services, actor, request, auditList);
  const { from, until } = search;
  const [{ wholeWords, ...page }, subjects] = await Promise.all([
    listAuditEntries(services, actor, {
      ...search,
      pageSize,
      from: from === "" ? undefined : startOfDay(from, timeZone),
      until: until === "" ? undefined : startOfDay(addDays(until, 1), timeZone),
    }),
    listAuditSubjects(services, actor),
  ]);
  const items = page.items.map((entry) => ({
    ...entry,
    when: fullDateOf(Date.parse(entry.at), reader),
  }));
  return {
    shown,
    wholeWords,
    page: { ...page, items: withNames(items) },
    subjects: subjects.map((subject) => ({ value: subject, label: shownSubject(subject) })),
  };
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { shown, page, subjects, wholeWords } = loaderData;
  const list = useMemo(() => withChoices(auditList, "subject", subjects), [subjects]);
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Audit log</Title>
        <Text size="sm" c="dimmed">
          Every change made by the team. Entries cannot be edited or deleted.
        </Text>
      </div>
      <ListView
        list={list}
        {...shown}
        label="Audit log"
        page={page}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        empty="No changes yet."
      >
        {wholeWords.length > 0 && (
          <Text size="sm" role="status">
            Too many words begin with “{wholeWords.join("”, “")}”, so only exact matches are shown.
            Type more letters to find longer words.
          </Text>
        )}
      </ListView>
    </Stack>
  );
}
