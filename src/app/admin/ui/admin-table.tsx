import { Text } from "@mantine/core";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import classes from "./admin-table.module.css";
import { Table } from "./table.tsx";

export interface AdminColumn<Row> {
  /** Also shown before the value on a phone, where a row is a card. */
  readonly heading: string;
  /** Content of the column header; the heading by default. */
  readonly header?: ReactNode;
  readonly sorted?: "ascending" | "descending" | undefined;
  /** `index` counts from 0 on this page. */
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Tooltip for a value that may be truncated. */
  readonly whole?: (row: Row) => string;
  /** True to align at the end, for numbers. */
  readonly end?: boolean;
}

interface AdminTableProps<Row> {
  readonly label: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Path that a click on a row opens, besides the links in it. */
  readonly hrefOf?: (row: Row) => string;
  /** Shown instead of an empty table. */
  readonly empty: ReactNode;
  /** Class of compact cards on a phone. */
  readonly cards?: string | undefined;
}

/** The table of the panel: rows become cards on narrow screens. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { label, columns, rows, keyOf, hrefOf, empty, cards = "" } = props;
  const openRow = useOpenRow();
  if (rows.length === 0) {
    return typeof empty === "string" ? <Text c="dimmed">{empty}</Text> : empty;
  }
  return (
    <div className={classes.scroll}>
      <Table className={`${classes.table} ${cards}`} spacing="sm" isHighlighted aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ heading, header = heading, sorted, end = false }) => (
              <th key={heading} data-end={end || undefined} aria-sort={sorted}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrow}>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row)}
              className={hrefOf && classes.opens}
              onClick={hrefOf && ((event) => openRow(event, hrefOf(row)))}
            >
              {columns.map((column) => (
                <Cell key={column.heading} column={column} row={row} index={index} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Opens a row's path, unless the click was meant for something in the row, or selected text. */
function useOpenRow() {
  const navigate = useNavigate();
  return (event: MouseEvent, href: string) => {
    if ((event.target as Element).closest("a, button, input, select, label")) return;
    if (getSelection()?.type === "Range") return;
    if (event.ctrlKey || event.metaKey) window.open(href, "_blank", "noopener");
    else void navigate(href);
  };
}

/** Up and down lead to the same link or box of the row above or below. */
function moveByArrow(event: KeyboardEvent): void {
  const rowOf = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
  const { key, target } = event;
  if ((key !== "ArrowDown" && key !== "ArrowUp") || !(target instanceof HTMLElement)) return;
  if (!target.matches("a, button, input[type=checkbox]")) return;
  const cell = target.closest("td");
  const row = cell?.parentElement?.[rowOf[key]];
  const beside =
    row?.children[cell?.cellIndex ?? 0]?.querySelector<HTMLElement>("a, button, input");
  if (!beside) return;
  event.preventDefault();
  beside.focus();
}

interface CellProps<Row> {
  column: AdminColumn<Row>;
  row: Row;
  index: number;
}

function Cell<Row>({ column, row, index }: CellProps<Row>) {
  const { heading, cell, whole, end = false } = column;
  return (
    <td
      data-label={heading}
      title={whole?.(row)}
      className={whole === undefined ? undefined : classes.whole}
      data-end={end || undefined}
    >
      {cell(row, index)}
    </td>
  );
}
