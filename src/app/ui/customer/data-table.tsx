import type { ReactNode } from "react";

interface DataTableProps {
  /** A title for screen readers, which the page does not show. */
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  empty: ReactNode;
}

/** A table on wide screens. On narrow screens each row is a card with labelled lines. */
export function DataTable({ caption, columns, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <div className="data-table__empty">{empty}</div>;
  return (
    <div className="data-table__room">
      <table className="data-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-label={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {columns.map((column, index) => (
                <td key={column} data-label={column}>
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
