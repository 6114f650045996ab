import type { ReactNode } from "react";
import type { SavedTab } from "#access/admins/saved-tabs.ts";
import { ListFrame } from "./list-frame.tsx";
import { ListRows, type ListRowsProps } from "./list-rows.tsx";

interface ListViewProps<Row> extends ListRowsProps<Row> {
  savedTabs: readonly SavedTab[];
  /** False when the CSV file would not have the rows of the search. */
  hasCsv?: boolean;
  /** Notices above the rows. */
  children?: ReactNode;
}

/** A list with one table: its search, rows and pages. */
export function ListView<Row>({ savedTabs, hasCsv, children, ...props }: ListViewProps<Row>) {
  const { list, query, page } = props;
  return (
    <ListFrame
      list={list}
      query={query}
      savedTabs={savedTabs}
      count={page.items.length}
      hasCsv={hasCsv}
    >
      {children}
      <ListRows {...props} />
    </ListFrame>
  );
}
