import { Anchor, Spoiler, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import { findBlock } from "#content/model/blocks.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import type { JsonValue } from "#platform/errors.ts";
import { shownAction } from "#policy/audit-names.ts";
import type { LoggedWrite } from "#policy/list-audit-entries.ts";

/** `before` or `after` is null if the field did not exist. */
interface AuditChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Fields whose values differ. A missing field equals an empty field. */
export function auditChanges(before: JsonValue, after: JsonValue): AuditChange[] {
  const [earlier, later] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((path) => ({ path, before: earlier.get(path) ?? null, after: later.get(path) ?? null }))
    .filter((change) => (change.before ?? "") !== (change.after ?? ""));
}

function fieldsOf(value: JsonValue): ReadonlyMap<string, string> {
  if (value === null) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) return new Map([["", textOf(value)]]);
  return new Map(Object.entries(value).map(([path, field]) => [path, textOf(field)]));
}

function textOf(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

type AuditSubject = Pick<LoggedWrite, "subject" | "subjectId">;

const screens: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/admin-user/${id}`,
  picture: () => "/media-library",
  order: (id) => `/admin/payment-status/${id}`,
  message: (id) => `/view/${id}`,
  release: (id) => `/releases/${id}`,
};

function screenOf({ subject, subjectId }: AuditSubject): string | null {
  if (subject !== "content") return screens[subject]?.(subjectId) ?? null;
  const { block, id } = contentOf(subjectId);
  return block === undefined || id === undefined ? null : editPathOf(block, id);
}

const fieldNames: Readonly<Record<string, string>> = { userEmail: "Email", userRole: "Role" };

/** The label of the field in its form. A field without a form gets its name, split into words. */
function fieldName({ subject, subjectId }: AuditSubject, path: string): string {
  const block = subject === "content" ? contentOf(subjectId).block : undefined;
  return block?.fields[path]?.label ?? fieldNames[path] ?? wordsOf(path);
}

/** Turns "paymentStatus" into "Payment status". */
function wordsOf(name: string): string {
  const words = name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function contentOf(subjectId: string) {
  const [name = "", id] = subjectId.split("/");
  return { block: findBlock(name), id };
}

interface AuditTableRow extends LoggedWrite {
  /** Formatted in the site's time zone. */
  readonly when: string;
}

interface NamedRow extends AuditTableRow {
  /** Unique on the page. */
  readonly name: string;
}

const columns: readonly ListColumn<NamedRow>[] = [
  {
    heading: "When",
    cell: ({ at, when }) => (
      <Text component="time" size="sm" dateTime={at}>
        {when}
      </Text>
    ),
  },
  { heading: "Who", cell: (row) => whoOf(row), whole: (row) => whoOf(row) },
  { heading: "What", cell: ({ action }) => shownAction(action) },
  { heading: "About", cell: (row) => <SubjectCell row={row} />, whole: ({ label }) => label },
  { heading: "What changed", cell: (row) => <Changes row={row} /> },
];

function whoOf({ author, keyName }: NamedRow): string {
  return keyName === "" ? author : `${author} with the key “${keyName}”`;
}

export const auditList = defineList({
  path: "/audit-log",
  one: "entry",
  many: "entries",
  search: {
    name: "search",
    label: "Search",
    placeholder: "Person, action or name",
    maxLength: 200,
  },
  filters: [
    { name: "subject", label: "Kind", options: "loaded" },
    { name: "from", label: "From", describe: (day) => `From ${day}` },
    { name: "until", label: "Until", describe: (day) => `Until ${day}` },
  ],
  sorts: ["newest"],
  tabs: [{ label: "All", query: "" }],
  columns,
});

/** Numbers the entries that have the same action, label and time. */
export function withNames(rows: readonly AuditTableRow[]): NamedRow[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const name = `${shownAction(row.action)}: ${row.label}, ${row.when}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...row, name: count === 1 ? name : `${name} (${count})` };
  });
}

function SubjectCell({ row }: { row: AuditTableRow }) {
  const screen = row.after === null ? null : screenOf(row);
  if (screen === null) return row.label;
  return (
    <Anchor component={Link} to={screen} size="sm">
      {row.label}
    </Anchor>
  );
}

function Changes({ row }: { row: NamedRow }) {
  const changes = auditChanges(row.before, row.after);
  if (changes.length === 0) return <Text size="sm">No fields changed.</Text>;
  return (
    <Spoiler
      maxHeight={96}
      showLabel="Show all"
      hideLabel="Show less"
      styles={{ control: { fontSize: "var(--mantine-font-size-sm)" } }}
      // Mantine makes the content of a Spoiler a landmark, and every landmark on a page needs its
      // own name.
      attributes={{
        content: { "aria-label": row.name },
      }}
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
