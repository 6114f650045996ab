import { Text } from "@mantine/core";
import { type MouseEvent, memo, type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import classes from "./admin-table.module.css";
import { Table } from "./table.tsx";
import { useRowKeys } from "./use-row-keys.ts";

export interface AdminColumn<Row> {
  /** On a phone, the heading is also shown before the value. */
  readonly heading: string;
  /** Content of the column header, such as a link; the heading by default. */
  readonly header?: ReactNode;
  readonly sorted?: "ascending" | "descending" | undefined;
  /** `index` is 0 for the first row of the list. */
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Tooltip for a value that may be truncated. */
  readonly whole?: (row: Row) => string;
  /** False for row numbers and links, which are left out of copies and CSV files. */
  readonly isData?: boolean;
  /** Aligns numbers at the end. */
  readonly end?: boolean;
  /**
   * Place on a phone. The first line has "title", which links to the path of the row, and "value".
   * The second line has "detail", then "date", and "mark" at its end; after a long detail, date and
   * mark are in a third line. "wide" is hidden only on a phone. A column without a place is hidden
   * as soon as room is scarce. In a table without any places, each row is a card.
   */
  readonly place?: "title" | "value" | "detail" | "date" | "mark" | "wide";
}

interface Selection<Row> {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Name of a row, such as "order 1042". */
  readonly nameOf: (row: Row) => string;
}

interface AdminTableProps<Row> {
  readonly label: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  /** Number of rows of the list before these rows. */
  readonly offset?: number;
  readonly keyOf: (row: Row) => string;
  /** Path that a click on the row opens. Links inside the row keep their own paths. */
  readonly hrefOf?: (row: Row) => string;
  readonly selection?: Selection<Row>;
  readonly empty: ReactNode;
}

/** On a narrow screen, rows become cards, or two lines if columns have a `place`. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { label, columns, rows, offset = 0, keyOf, hrefOf, selection, empty } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const openRow = useOpenRow();
  const toggle = (key: string) =>
    selection?.onChange(selection.chosen.symmetricDifference(new Set([key])));
  // Index of the only row in the Tab order.
  const [present, setPresent] = useState(0);
  const latest = useRef({ openRow, toggle });
  latest.current = { openRow, toggle };
  const [acts] = useState<RowActs>(() => ({
    open: (event, href) => latest.current.openRow.from(event, href),
    toggle: (key) => latest.current.toggle(key),
    focus: setPresent,
  }));
  useRowKeys(body, {
    open: (index) => openRow.at(rows[index], hrefOf),
    ...(selection && {
      toggle: (index: number) => rows[index] !== undefined && toggle(keyOf(rows[index])),
    }),
    ...(selection && selection.chosen.size > 0 && { clear: () => selection.onChange(new Set()) }),
  });
  if (rows.length === 0) {
    return typeof empty === "string" ? <Text c="dimmed">{empty}</Text> : empty;
  }
  const tabbed = Math.min(present, rows.length - 1);
  const hasLines = columns.some(({ place }) => place !== undefined);
  return (
    <div className={hasLines ? classes.room : classes.scroll}>
      <Table
        className={`${classes.table} ${hasLines ? classes.lines : classes.cards}`}
        spacing={hasLines ? "xs" : "sm"}
        isHighlighted
        aria-label={label}
      >
        <thead>
          <tr>
            {selection && <th data-place="choose">Choose</th>}
            {columns.map(({ heading, header = heading, sorted, end = false, place }) => (
              <th
                key={heading}
                data-end={end || undefined}
                data-place={place ?? "spare"}
                aria-sort={sorted}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => {
            const key = keyOf(row);
            return (
              <TableRow
                key={key}
                id={key}
                row={row}
                index={index}
                offset={offset}
                columns={columns}
                href={hrefOf?.(row)}
                name={selection?.nameOf(row)}
                isChosen={selection?.chosen.has(key) ?? false}
                isTabbed={index === tabbed}
                acts={acts}
              />
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function useOpenRow() {
  const navigate = useNavigate();
  return {
    /** Ignores a click on a control in the row, and a click that ends a text selection. */
    from: ({ target, ctrlKey, metaKey }: MouseEvent, href: string) => {
      if ((target as Element).closest("a, button, input, select, label, [data-place=choose]"))
        return;
      if (getSelection()?.type === "Range") return;
      if (ctrlKey || metaKey) window.open(href, "_blank", "noopener");
      else void navigate(href);
    },
    at: <Row,>(row: Row | undefined, hrefOf: ((row: Row) => string) | undefined) => {
      if (row !== undefined && hrefOf !== undefined) void navigate(hrefOf(row));
    },
  };
}

interface RowActs {
  readonly open: (event: MouseEvent, href: string) => void;
  readonly toggle: (key: string) => void;
  readonly focus: (index: number) => void;
}

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  /** Counts the rows of the page from 0. */
  readonly index: number;
  /** Number of rows of the list before the page. */
  readonly offset: number;
  readonly columns: readonly AdminColumn<Row>[];
  readonly href: string | undefined;
  /** Undefined when rows cannot be selected. */
  readonly name: string | undefined;
  readonly isChosen: boolean;
  readonly isTabbed: boolean;
  readonly acts: RowActs;
}

function PlainTableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { id, row, index, offset, columns, href, name, isChosen, isTabbed, acts } = props;
  return (
    <tr
      className={href === undefined ? undefined : classes.opens}
      data-row={index}
      data-chosen={isChosen || undefined}
      tabIndex={href === undefined && name === undefined ? undefined : isTabbed ? 0 : -1}
      onFocus={() => acts.focus(index)}
      onClick={href === undefined ? undefined : (event) => acts.open(event, href)}
    >
      {name !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: enlarges the area of the checkbox
        <td
          data-place="choose"
          onClick={({ target, currentTarget }) => target === currentTarget && acts.toggle(id)}
        >
          <input
            type="checkbox"
            className={classes.tick}
            aria-label={`Choose ${name}`}
            checked={isChosen}
            onChange={() => acts.toggle(id)}
          />
        </td>
      )}
      <Cells columns={columns} row={row} index={offset + index} href={href} />
    </tr>
  );
}

/** Memoized, because selecting a row changes nothing inside its cells. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

type CellsProps<Row> = Pick<TableRowProps<Row>, "columns" | "row" | "index" | "href">;

function PlainCells<Row>({ columns, ...others }: CellsProps<Row>): ReactNode {
  return columns.map((column) => <Cell key={column.heading} column={column} {...others} />);
}

const Cells = memo(PlainCells) as typeof PlainCells;

interface CellProps<Row> {
  column: AdminColumn<Row>;
  row: Row;
  index: number;
  href: string | undefined;
}

function Cell<Row>({ column, row, index, href }: CellProps<Row>) {
  const { heading, cell, whole, isData = true, end = false, place } = column;
  const content = cell(row, index);
  return (
    <td
      data-label={heading}
      data-value={isData || undefined}
      data-place={place ?? "spare"}
      title={whole?.(row)}
      className={whole === undefined ? undefined : classes.whole}
      data-end={end || undefined}
    >
      {place === "title" && href !== undefined ? <Link to={href}>{content}</Link> : content}
    </td>
  );
}

/** A value with its word, which only a phone shows, because it shows no header of the table. */
export function WithWord({ word, value }: { word: string; value: string }) {
  return (
    <>
      <span className={classes.word}>{word} </span>
      {value}
    </>
  );
}
