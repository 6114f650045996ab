import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  CloseButton,
  Group,
  Paper,
  Stack,
  Text,
} from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useContext, useMemo } from "react";
import { Link } from "react-router";
import { pageNumbers } from "#app/ui/customer/pagination.tsx";
import wheatSheaf from "#app/ui/drawings/wheat-sheaf.svg?url";
import type { Page } from "#platform/pages.ts";
import { PageLinks } from "../ui/admin-pagination.tsx";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import { type BulkAction, BulkActions } from "./bulk-actions.tsx";
import classes from "./list.module.css";
import { activeFilters, capitalised, everythingIn, type List, listHref } from "./list.ts";
import { SelectedRows } from "./list-frame.tsx";
import { TakeRows } from "./take-rows.tsx";
import { useListAction } from "./use-list-action.ts";

export interface ListColumn<Row> extends AdminColumn<Row> {
  /** The two values of `sort` that clicks on the header alternate between. */
  readonly sorts?: readonly [first: string, second: string];
}

interface ListPage<Row> extends Pick<Page<Row>, "items" | "page" | "pageCount" | "total"> {
  /** False when the list has more rows than `total`. */
  readonly isCounted?: boolean;
  /**
   * The nearby pages of a list that is not counted. `after` is the key of the last row before the
   * page.
   */
  readonly near?: readonly { readonly page: number; readonly after: string | null }[] | null;
}

interface ListRowsProps<Row> {
  list: List;
  query: string;
  /** Accessible name of the table; the plural of the list by default. */
  label?: string;
  page: ListPage<Row>;
  pageName?: string;
  columns: readonly ListColumn<Row>[];
  /** The sort of the rows, if it differs from the requested sort. */
  sort?: string;
  keyOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  nameOf: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
  empty: ReactNode;
  /** Filters that match no row by themselves, so removing only the other filters does not help. */
  idle?: readonly string[];
  /** A link that continues a search which stopped early. */
  more?: ReactNode;
  /** Links that are shown instead of the numbers of the pages. */
  pages?: ReactNode;
}

export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { list, query, page, columns, keyOf, hrefOf, nameOf, actions, empty, more } = props;
  const { label = capitalised(list.many), pageName = "page", idle = [], sort, pages } = props;
  const [selected, setSelected] = useContext(SelectedRows);
  const bulk = useListAction(list.path, () => setSelected(new Set()));
  const { items } = page;
  // Stable while the selection changes, so that the table does not render all cells again.
  const sortable = useMemo(
    () => columns.map((column) => withSort(column, list, query, sort)),
    [columns, list, query, sort],
  );
  const keys = items.map(keyOf);
  // Ignores selected rows of an earlier page or search.
  const chosen = selected.intersection(new Set(keys));
  const failed = bulk.result?.failed ?? [];
  // Only the counted rows have page links, so the last page has to say that more rows exist.
  const endsEarly = page.isCounted === false && !page.near && !pages && !more;
  if (items.length === 0 && !more) {
    const isFiltered = activeFilters(list, query).length > 0;
    return isFiltered ? (
      <NothingFound list={list} query={query} idle={idle} />
    ) : (
      <Empty>{empty}</Empty>
    );
  }
  return (
    <div>
      <Group mih={44} gap="md">
        <Checkbox
          label="Select all on this page"
          aria-keyshortcuts="a"
          checked={keys.length > 0 && chosen.size === keys.length}
          indeterminate={chosen.size > 0 && chosen.size < keys.length}
          onChange={({ currentTarget: { checked } }) => setSelected(new Set(checked ? keys : []))}
        />
        <Text size="sm" c="dimmed" role="status">
          {countOf(list, page)}
          {endsEarly && `. The pages list the first ${page.total - 1}. Search to find the others.`}
        </Text>
      </Group>
      {bulk.result?.error && <Alert color="red">{bulk.result.error}</Alert>}
      {failed.length > 0 && <Failures failed={failed} nameOf={failedName(props)} />}
      <AdminTable
        label={label}
        columns={sortable}
        rows={items}
        keyOf={keyOf}
        {...(hrefOf && { hrefOf })}
        selection={{ chosen, onChange: setSelected, nameOf }}
        empty={null}
      />
      {more && <div className={classes.more}>{more}</div>}
      {pages ?? (
        <PageLinks
          label={`Pages of ${label.toLowerCase()}`}
          page={page.page}
          links={pageLinks(page).map(({ page: number, after }) => ({
            page: number,
            href: listHref(list.path, query, {
              [pageName]: number === 1 && page.near ? "" : String(number),
              ...(after === null ? {} : { after }),
            }),
          }))}
        />
      )}
      {chosen.size > 0 && (
        <Paper
          ref={leaveRoom}
          className={classes.bar}
          withBorder
          shadow="md"
          role="group"
          aria-label={`Selected ${list.many}`}
        >
          <Text size="sm" fw={600} role="status" className={classes.count}>
            {chosen.size} selected
          </Text>
          <div className={classes.actions}>
            <BulkActions
              actions={actions}
              selected={items.filter((row) => chosen.has(keyOf(row)))}
              isRunning={bulk.isRunning}
              onRun={(input) => void bulk.run({ ...input, ids: [...chosen] })}
            />
          </div>
          <TakeRows key={[...chosen].join()} label={label} />
          <CloseButton
            size="lg"
            aria-label="Clear the selection"
            onClick={() => setSelected(new Set())}
          />
        </Paper>
      )}
    </div>
  );
}

/**
 * Sets `--selection-height` to the height of the bar, so that a focused row is scrolled above the
 * bar and the bar never covers the last row.
 */
function leaveRoom(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return;
  const screen = bar.closest<HTMLElement>("#content > *");
  const elements = [document.documentElement, ...(screen === null ? [] : [screen])];
  const observer = new ResizeObserver(() => {
    const isOverRows = getComputedStyle(bar).position === "fixed";
    const height = `${isOverRows ? bar.clientHeight : 0}px`;
    for (const { style } of elements) style.setProperty("--selection-height", height);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    for (const { style } of elements) style.removeProperty("--selection-height");
  };
}

function Empty({ children }: { children: ReactNode }) {
  return typeof children === "string" ? <Text c="dimmed">{children}</Text> : children;
}

function countOf<Row>({ one, many }: List, { total, isCounted = true }: ListPage<Row>): string {
  // Counting stops at one row more than the limit of 1,000, so the text gives one row less than
  // `total`.
  const shown = total > 1000 ? total - 1 : total;
  if (!isCounted && total === 0) return `No ${many} found so far`;
  if (!isCounted) return `More than ${shown.toLocaleString("en-US")} ${many}`;
  return total === 1 ? `1 ${one}` : `${total.toLocaleString("en-US")} ${many}`;
}

function pageLinks<Row>({ page, pageCount, near }: ListPage<Row>) {
  if (near) return near;
  return pageNumbers(page, pageCount)
    .filter((number) => number > 0)
    .map((number) => ({ page: number, after: null }));
}

/** Makes the header a link to the next sort of the column. */
function withSort<Row>(
  column: ListColumn<Row>,
  list: List,
  query: string,
  shown?: string,
): AdminColumn<Row> {
  const { sorts, heading } = column;
  if (sorts === undefined) return column;
  const [byDefault = ""] = Object.keys(list.sorts);
  const sort = shown ?? new URLSearchParams(query).get("sort") ?? byDefault;
  const isSorted = sorts.includes(sort);
  const next = sort === sorts[0] ? sorts[1] : sorts[0];
  const isDescending = descending.test(sort);
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return {
    ...column,
    sorted: isSorted ? (isDescending ? "descending" : "ascending") : undefined,
    header: (
      <Anchor
        component={Link}
        to={listHref(list.path, query, { sort: next === byDefault ? "" : next })}
        preventScrollReset
        inherit
        c={isSorted ? undefined : "inherit"}
        title={list.sorts[next]}
      >
        {heading}
        {isSorted && <Arrow size={12} aria-hidden />}
      </Anchor>
    ),
  };
}

/** Matches the sorts that begin with the highest value. */
const descending = /^newest$|-high$|-z-a$/;

interface FailuresProps {
  failed: readonly { readonly id: string; readonly reason: string }[];
  nameOf: (id: string) => string;
}

function Failures({ failed, nameOf }: FailuresProps) {
  return (
    <Alert color="red" title={`${failed.length} could not be changed`}>
      {failed.map(({ id, reason }) => (
        <Text key={id} size="sm">
          {nameOf(id)}: {reason}
        </Text>
      ))}
    </Alert>
  );
}

function failedName<Row>({ page, keyOf, nameOf, list }: ListRowsProps<Row>) {
  return (id: string) => {
    const row = page.items.find((each) => keyOf(each) === id);
    return row === undefined ? `One of the ${list.many} on another page` : capitalised(nameOf(row));
  };
}

function NothingFound({
  list,
  query,
  idle,
}: {
  list: List;
  query: string;
  idle: readonly string[];
}) {
  const { one, many, path } = list;
  const active = activeFilters(list, query);
  const guilty = active.filter(({ name }) => idle.includes(name));
  const named = guilty.length > 0 ? guilty : active;
  const reason =
    guilty.length > 0 || active.length === 1
      ? `No ${one} matches ${named.map(({ label }) => label).join(", ")}.`
      : `No ${one} matches all of these filters.`;
  return (
    <Stack align="flex-start" gap={4} py="xl">
      <Text fw={600}>No {one} found</Text>
      <Text c="dimmed">{reason}</Text>
      {active.length > 1 &&
        named.map(({ name, label }) => (
          <Anchor key={name} component={Link} to={listHref(path, query, { [name]: "" })} py={8}>
            Search without {label}
          </Anchor>
        ))}
      <Anchor component={Link} to={listHref(path, everythingIn(list, query))} py={8}>
        Show all {many}
      </Anchor>
    </Stack>
  );
}

interface EmptyListProps {
  title: string;
  /** Explains which rows will appear in the list, and what the list is good for. */
  why: string;
  /** The next step; omitted when the admin can only wait. */
  todo?: { readonly label: string; readonly path: string };
  /** Further steps, shown below `todo`. */
  children?: ReactNode;
}

/** Shown when a list is empty without any filter. */
export function EmptyList({ title, why, todo, children }: EmptyListProps) {
  return (
    <Paper withBorder p="xl" className={classes.empty}>
      <img src={wheatSheaf} alt="" width={128} height={96} />
      <Stack gap={4} align="flex-start" flex="1 1 16rem">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" maw={480}>
          {why}
        </Text>
        {todo && (
          <Button component={Link} to={todo.path} mt="xs" variant="default">
            {todo.label}
          </Button>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
