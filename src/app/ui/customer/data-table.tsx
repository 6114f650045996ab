import type { ReactNode } from "react";
import { useSheet } from "../styles/style-sheets.ts";
import dataTableSheet from "./data-table.css?sheet";

interface DataRow {
  key: string;
  cells: readonly ReactNode[];
  /** A line below the cells, as wide as the table; narrow screens show it above the buttons. */
  note?: ReactNode;
}

interface DataTableProps {
  /** A title for screen readers, which the page does not show. */
  caption: string;
  columns: readonly string[];
  /** True if the first column numbers the rows. Narrow screens hide it. */
  isNumbered?: boolean;
  rows: readonly DataRow[];
  empty: ReactNode;
}

/** A table on wide screens. On narrow screens each row is a card with labelled lines. */
export function DataTable(props: DataTableProps) {
  useSheet(dataTableSheet);
  const { caption, columns, isNumbered = false, rows, empty } = props;
  const classOf = (index: number) => (isNumbered && index === 0 ? "data-table__number" : undefined);
  if (rows.length === 0) return <div className="data-table__empty">{empty}</div>;
  return (
    <div className="data-table__room">
      <table className="data-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" data-label={column} className={classOf(index)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.key}>
            <tr>
              {columns.map((column, index) => (
                <td key={column} data-label={column} className={classOf(index)}>
                  {row.cells[index]}
                </td>
              ))}
            </tr>
            {row.note && (
              <tr>
                <td className="data-table__note" colSpan={columns.length}>
                  {row.note}
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}
