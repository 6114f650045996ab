import { Alert, Anchor, Checkbox, CloseButton, Group, Paper, Stack, Text } from "@mantine/core";
import { type ReactNode, useContext, useMemo } from "react";
import { Link } from "react-router";
import { pageNumbers } from "#app/ui/customer/pagination.tsx";
import { IconArrowDown } from "#app/ui/icons/icon-arrow-down.ts";
import { IconArrowUp } from "#app/ui/icons/icon-arrow-up.ts";
import type { LongListPage, Page } from "#platform/pages.ts";
import { PageLinks } from "../ui/admin-pagination.tsx";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import { type BulkAction, BulkActions } from "./bulk-actions.tsx";
import {
  activeFilters,
  ageWords,
  capitalised,
  everythingIn,
  type List,
  type ListColumn,
  listHref,
  sortLabels,
} from "./define-list.ts";
import classes from "./list.module.css";
import { SelectedRows } from "./list-frame.tsx";
import { TakeRows } from "./take-rows.tsx";
import { useListAction } from "./use-list-action.ts";

type ListPage<Row> = Page<Row> & Partial<Omit<LongListPage<Row>, keyof Page<Row>>>;

export interface ListRowsProps<Row> {
  list: List<Row>;
  query: string;
  /** Accessible name of the table; the plural of the list by default. */
  label?: string;
  page: ListPage<Row>;
  pageName?: string;
  /** The sort of the rows, if it differs from the requested sort. */
  sort?: string;
  keyOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Rows of a list without actions cannot be selected. */
  actions?: readonly BulkAction<Row>[];
  empty: ReactNode;
  /** Filters that match no row by themselves, so removing only the other filters does not help. */
  idle?: readonly string[];
  /** A link that continues a search which stopped early. */
  more?: ReactNode;
}

export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { list, query, page, keyOf, hrefOf, nameOf, actions, empty, more } = props;
  const { label = capitalised(list.many), pageName = "page", idle = [], sort } = props;
  const { after = "", next = null } = page;
  const [selected, setSelected] = useContext(SelectedRows);
  const bulk = useListAction(list.path, () => setSelected(new Set()));
  const { items } = page;
  // Stable while the selection changes, so that the table does not render all cells again.
  const sortable = useMemo(
    () => list.columns.flatMap((column) => withSort(column, list, query, sort) ?? []),
    [list, query, sort],
  );
  const { beyond, first } = ageWords(query);
  const keys = items.map(keyOf);
  // Ignores selected rows of an earlier page or search.
  const chosen = selected.intersection(new Set(keys));
  const failed = bulk.result?.data?.failed ?? [];
  // Only the counted rows have page links, so the last page has to say that more rows exist.
  const endsEarly = page.isCounted === false && page.next === undefined && !more;
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
        {actions && (
          <Checkbox
            label="Select all on this page"
            aria-keyshortcuts="a"
            checked={keys.length > 0 && chosen.size === keys.length}
            indeterminate={chosen.size > 0 && chosen.size < keys.length}
            onChange={({ currentTarget: { checked } }) => setSelected(new Set(checked ? keys : []))}
          />
        )}
        <Text size="sm" c="dimmed" role="status">
          {countOf(list, page)}
          {endsEarly && `. The pages list the first ${page.total - 1}. Search to find the others.`}
        </Text>
      </Group>
      {bulk.result?.notice && <Alert color="red">{bulk.result.notice}</Alert>}
      {failed.length > 0 && <Failures failed={failed} nameOf={failedName(props)} />}
      <AdminTable
        label={label}
        columns={sortable}
        rows={items}
        offset={page.offset}
        keyOf={keyOf}
        {...(hrefOf && { hrefOf })}
        {...(actions && { selection: { chosen, onChange: setSelected, nameOf } })}
        empty={null}
      />
      {more && <div className={classes.more}>{more}</div>}
      <PageLinks
        label={`Pages of ${label.toLowerCase()}`}
        page={page.page}
        links={pageLinks(page).map((link) => ({
          page: link.page,
          href: listHref(list.path, query, {
            [pageName]: String(link.page),
            ...(link.after && { after: link.after }),
          }),
        }))}
      />
      {(next !== null || after !== "") && (
        <Group gap="lg" className={classes.more}>
          {next !== null && (
            <Anchor component={Link} to={listHref(list.path, query, { after: next })} inherit>
              Show {beyond} {list.many}
            </Anchor>
          )}
          {after !== "" && (
            <Anchor component={Link} to={listHref(list.path, query)} inherit>
              Back to the {first} {list.many}
            </Anchor>
          )}
        </Group>
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
              actions={actions ?? []}
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

function pageLinks<Row>({ page, pageCount, after }: ListPage<Row>) {
  return pageNumbers(page, pageCount)
    .filter((number) => number > 0)
    .map((number) => ({ page: number, after }));
}

/**
 * Makes the header a link to the next sort of the column. Undefined for a column that the table
 * does not have.
 */
function withSort<Row>(
  column: ListColumn<Row>,
  list: List<Row>,
  query: string,
  shown?: string,
): AdminColumn<Row> | undefined {
  if (!("cell" in column)) return undefined;
  const { sorts } = column;
  if (sorts === undefined) return column;
  const [byDefault = ""] = list.sorts;
  const sort = shown ?? new URLSearchParams(query).get("sort") ?? byDefault;
  const isSorted = sorts.some((one) => one === sort);
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
        title={sortLabels[next]}
      >
        {column.heading}
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
