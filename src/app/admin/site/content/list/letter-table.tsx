import { Anchor, Badge, Group } from "@mantine/core";
import { Link } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import classes from "./letter-table.module.css";
import { nameInGroup, StateBadge } from "./singleton-editor.tsx";

export interface LetterPart {
  readonly block: Block;
  readonly records: readonly EditableRecord[];
}

interface LetterTableProps {
  letters: readonly LetterPart[];
}

/** One group of the automatic emails, a line for each. */
export function LetterTable({ letters }: LetterTableProps) {
  const [first] = letters;
  return (
    <AdminTable
      label={first?.block.screens.group ?? "Email texts"}
      columns={columns}
      rows={letters}
      keyOf={({ block }) => block.name}
      hrefOf={pathOf}
      empty={null}
    />
  );
}

function pathOf({ block, records }: LetterPart): string {
  return editPathOf(block, records[0]?._id ?? "");
}

const columns: readonly AdminColumn<LetterPart>[] = [
  { heading: "Email", place: "title", cell: ({ block }) => nameInGroup(block) },
  {
    heading: "Subject",
    place: "detail",
    cell: ({ records: [record] }) => <span className={classes.subject}>{record?.label}</span>,
  },
  { heading: "State", place: "value", cell: (letter) => <State {...letter} /> },
  {
    heading: "Edit",
    isData: false,
    place: "wide",
    cell: (letter) => (
      <Anchor
        component={Link}
        to={pathOf(letter)}
        size="sm"
        fw={500}
        aria-label={`Edit ${letter.block.title}`}
      >
        Edit
      </Anchor>
    ),
  },
];

function State({ block, records: [record] }: LetterPart) {
  const state = block.stateField === undefined ? undefined : record?.values[block.stateField];
  return (
    <Group gap="xs" wrap="nowrap">
      {typeof state === "string" && <StateBadge block={block} state={state} />}
      {record?.draft && <Badge color="yellow">Draft</Badge>}
    </Group>
  );
}
