import { Anchor, Spoiler, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LoggedWrite } from "../../../policy/list-audit-entries.ts";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import { auditChanges } from "./audit-changes.ts";
import { fieldName, screenOf } from "./audited-thing.ts";

export interface AuditTableRow extends LoggedWrite {
  /** In the site's time zone, for people. */
  readonly when: string;
}

const columns: readonly AdminColumn<AuditTableRow>[] = [
  {
    heading: "When",
    cell: ({ at, when }) => (
      <Text component="time" size="sm" dateTime={at}>
        {when}
      </Text>
    ),
  },
  { heading: "Who", cell: ({ author }) => author, whole: ({ author }) => author },
  { heading: "What", cell: ({ action }) => action },
  { heading: "To", cell: (row) => <Thing row={row} />, whole: ({ label }) => label },
  { heading: "Before → after", cell: (row) => <Changes row={row} /> },
];

interface AuditTableProps {
  rows: readonly AuditTableRow[];
  empty: ReactNode;
}

/** What admins did, newest first. */
export function AuditTable({ rows, empty }: AuditTableProps) {
  return (
    <AdminTable
      label="Audit log"
      columns={columns}
      rows={rows}
      keyOf={({ _id }) => _id}
      empty={empty}
    />
  );
}

function Thing({ row }: { row: AuditTableRow }) {
  const screen = row.after === null ? null : screenOf(row);
  if (screen === null) return <Text size="sm">{row.label}</Text>;
  return (
    <Anchor component={Link} to={screen} size="sm">
      {row.label}
    </Anchor>
  );
}

function Changes({ row }: { row: AuditTableRow }) {
  const changes = auditChanges(row.before, row.after);
  if (changes.length === 0) return <Text size="sm">No field differs.</Text>;
  return (
    <Spoiler
      maxHeight={96}
      showLabel="Show all"
      hideLabel="Fold"
      styles={{ control: { fontSize: "var(--mantine-font-size-sm)" } }}
      // Each is a landmark of its own.
      attributes={{ content: { "aria-label": `${row.action}: ${row.label}, ${row.when}` } }}
    >
      <Stack gap={4}>
        {changes.map(({ path, before, after }) => (
          <Text key={path} size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {path !== "" && <strong>{fieldName(row, path)}: </strong>}
            {before && <del>{before}</del>}
            {before && after ? " → " : ""}
            {after && <ins style={{ textDecoration: "none" }}>{after}</ins>}
          </Text>
        ))}
      </Stack>
    </Spoiler>
  );
}
