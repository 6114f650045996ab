import type { ReactNode } from "react";

interface DataTableProps {
  /** Names the table for those who cannot see where it stands. */
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Shown in place of the table while there are no rows. */
  empty: ReactNode;
}

/** A table where there is room for one; elsewhere each row is a card whose lines carry the headings. */
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
