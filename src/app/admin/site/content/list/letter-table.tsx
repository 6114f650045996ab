import { Anchor, Badge, Group } from "@mantine/core";
import { Link } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import classes from "./letter-table.module.css";
import type { LettersOff } from "./letters-off.server.ts";
import { isUsualState, nameInGroup, StateBadge } from "./singleton-editor.tsx";

export interface LetterPart {
  readonly block: Block;
  readonly records: readonly EditableRecord[];
}

interface LetterRow extends LetterPart {
  /** Path of the setting by which the email is off; undefined if it is not. */
  readonly offIn: string | undefined;
  readonly maySet: boolean;
}

interface LetterTableProps {
  letters: readonly LetterPart[];
  off: LettersOff;
  /** True for whoever can open the settings. */
  maySet: boolean;
}

/** One group of the automatic emails, a line for each. */
export function LetterTable({ letters, off, maySet }: LetterTableProps) {
  const [first] = letters;
  return (
    <AdminTable
      label={first?.block.screens.group ?? "Email texts"}
      columns={columns}
      rows={letters.map((letter) => ({ ...letter, offIn: off[letter.block.name], maySet }))}
      keyOf={({ block }) => block.name}
      hrefOf={pathOf}
      empty={null}
    />
  );
}

function pathOf({ block, records }: LetterPart): string {
  return editPathOf(block, records[0]?._id ?? "");
}

const columns: readonly AdminColumn<LetterRow>[] = [
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

function State({ block, records: [record], offIn, maySet }: LetterRow) {
  const state = block.stateField === undefined ? undefined : record?.values[block.stateField];
  return (
    <Group gap="xs" wrap="nowrap">
      {typeof state === "string" &&
        (offIn !== undefined && isUsualState(block, state) ? (
          <OffInSettings path={maySet ? offIn : ""} />
        ) : (
          <StateBadge block={block} state={state} />
        ))}
      {record?.draft && <Badge color="yellow">Draft</Badge>}
    </Group>
  );
}

function OffInSettings({ path }: { path: string }) {
  const words = "Off in settings";
  return path === "" ? (
    <Badge variant="dot" color="gray" miw="max-content">
      {words}
    </Badge>
  ) : (
    <Anchor component={Link} to={path} size="sm" underline="always" miw="max-content">
      {words}
    </Anchor>
  );
}
