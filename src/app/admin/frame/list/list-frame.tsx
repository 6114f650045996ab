import {
  Alert,
  Box,
  Button,
  Collapse,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { createContext, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  Form,
  Link,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRevalidator,
} from "react-router";
import type { SavedTab } from "#access/admins/saved-tabs.ts";
import { IconAdjustmentsHorizontal } from "#app/ui/icons/icon-adjustments-horizontal.ts";
import { IconDownload } from "#app/ui/icons/icon-download.ts";
import { IconSearch } from "#app/ui/icons/icon-search.ts";
import { IconX } from "#app/ui/icons/icon-x.ts";
import { useKeptList } from "../shell/keep-screen.ts";
import {
  activeFilters,
  capitalised,
  changedQuery,
  everythingIn,
  type List,
  listHref,
  sortLabels,
} from "./define-list.ts";
import classes from "./list.module.css";
import { ListTabs } from "./list-tabs.tsx";

interface ListFrameProps {
  list: List;
  query: string;
  savedTabs: readonly SavedTab[];
  /** Number of rows on the screen. With no rows and no active filter, the search is hidden. */
  count: number;
  hasCsv?: boolean | undefined;
  children: ReactNode;
}

type Selected = readonly [ReadonlySet<string>, (selected: ReadonlySet<string>) => void];

/** Ids of the selected rows. The tables of a list share one selection. */
export const SelectedRows = createContext<Selected>([new Set(), () => {}]);

/** Tab, search and filters are in the URL, so that the browser's Back restores the earlier list. */
export function ListFrame({
  list,
  query,
  savedTabs,
  count,
  hasCsv = true,
  children,
}: ListFrameProps) {
  const { location } = useNavigation();
  const active = activeFilters(list, query);
  const selected = useState<ReadonlySet<string>>(new Set());
  const isLoading = location?.pathname.replace(/\/$/, "") === list.path;
  const onSearch = useFocusOnResult(query);
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        {(count > 0 || active.length > 0) && (
          <>
            <ListTabs list={list} query={query} savedTabs={savedTabs} />
            {/* The key resets the fields when the URL changes, also after Back. */}
            <ListSearch
              key={query}
              list={list}
              query={query}
              csv={hasCsv && list.csv ? listHref(list.csv, query) : undefined}
              isLoading={isLoading}
              onSearch={onSearch}
            />
          </>
        )}
        <ActiveFilters list={list} query={query} active={active} />
        <NotLoaded many={list.many} />
      </Stack>
      <Box opacity={isLoading ? 0.5 : undefined} aria-busy={isLoading}>
        <SelectedRows value={selected}>{children}</SelectedRows>
      </Box>
    </Stack>
  );
}

/**
 * After a search, focuses the first row, so that the row shortcuts work at once and a phone closes
 * its keyboard. Without rows, focuses the search field. The list must call the returned function
 * before each search.
 */
function useFocusOnResult(query: string): () => void {
  const isSearched = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query is a new result
  useEffect(() => {
    if (!isSearched.current) return;
    isSearched.current = false;
    const row = document.querySelector<HTMLElement>("tr[data-row][tabindex='0']");
    (row ?? document.querySelector<HTMLElement>("#content input[type=search]"))?.focus();
  }, [query]);
  return () => {
    isSearched.current = true;
  };
}

/**
 * Says that the rows on the screen may be out of date, because `keepScreen` could not load new
 * rows.
 */
function NotLoaded({ many }: { many: string }) {
  useKeptList();
  const isStale = "isStale" in (useLoaderData() as object);
  const { state, revalidate } = useRevalidator();
  if (!isStale) return null;
  return (
    <Alert color="red" title={`The ${many} could not be loaded`}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          The rows below may be out of date. Check your connection and try again.
        </Text>
        <Button size="sm" onClick={() => void revalidate()} loading={state !== "idle"}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

interface ListSearchProps extends Pick<ListFrameProps, "list" | "query"> {
  csv: string | undefined;
  isLoading: boolean;
  onSearch: () => void;
}

/** Filters and sort are collapsed behind a button. */
function ListSearch({ list, query, csv, isLoading, onSearch }: ListSearchProps) {
  const { search, filters, sorts } = list;
  const [isOpen, { toggle }] = useDisclosure(false);
  const navigate = useNavigate();
  const present = new URLSearchParams(query);
  const sortOptions = sorts.map((value) => ({ value, label: sortLabels[value] }));

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const changes = [...typed].map(([name, value]) => [name, String(value).trim()] as const);
    const wanted = changedQuery("", Object.fromEntries(changes));
    const isDefaultSort = typed.get("sort") === sortOptions[0]?.value;
    const href = listHref(list.path, wanted, isDefaultSort ? { sort: "" } : {});
    if (href !== listHref(list.path, query)) onSearch();
    void navigate(href);
  }

  return (
    <Form method="get" role="search" aria-label={capitalised(list.many)} onSubmit={apply}>
      <Group gap="xs" align="end">
        {search && (
          <>
            <TextInput
              type="search"
              name={search.name}
              defaultValue={present.get(search.name) ?? ""}
              size="md"
              flex={1}
              maw={{ sm: 480 }}
              maxLength={search.maxLength}
              aria-label={search.label}
              aria-keyshortcuts="/"
              placeholder={search.placeholder}
              leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
            />
            <Button
              type="submit"
              variant="default"
              size="md"
              loading={isLoading}
              className={classes.submit}
            >
              Search
            </Button>
          </>
        )}
        <Button
          variant="default"
          size="md"
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls="list-filters"
          className={classes.short}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />}
        >
          {filters.length > 0 ? "Filters" : "Sort"}
        </Button>
        {csv !== undefined && (
          <Button
            component="a"
            href={csv}
            download
            variant="default"
            size="md"
            className={`${classes.short} ${classes.export}`}
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
          >
            Export CSV
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen} id="list-filters">
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" mt="sm">
          {filters.map(({ name, label, options }) =>
            options === undefined ? (
              <TextInput
                key={name}
                type="date"
                label={label}
                name={name}
                defaultValue={present.get(name) ?? ""}
              />
            ) : (
              <NativeSelect
                key={name}
                label={label}
                name={name}
                defaultValue={present.get(name) ?? ""}
                data={[{ value: "", label: "Any" }, ...(options === "loaded" ? [] : options)]}
              />
            ),
          )}
          {sorts.length > 1 && (
            <NativeSelect
              label="Sort by"
              name="sort"
              defaultValue={present.get("sort") ?? ""}
              data={sortOptions}
            />
          )}
        </SimpleGrid>
        <Button type="submit" mt="sm" loading={isLoading}>
          Apply
        </Button>
      </Collapse>
    </Form>
  );
}

interface ActiveFiltersProps extends Pick<ListFrameProps, "list" | "query"> {
  active: ReturnType<typeof activeFilters>;
}

function ActiveFilters({ list, query, active }: ActiveFiltersProps) {
  if (active.length === 0) return null;
  const look = { preventScrollReset: true, size: "xs", h: { base: 44, sm: 32 } } as const;
  return (
    <Group
      component="ul"
      role="list"
      aria-label="Filters in use"
      gap={6}
      p={0}
      m={0}
      style={{ listStyle: "none" }}
    >
      {active.map(({ name, label }) => (
        <li key={name}>
          <Button
            component={Link}
            to={listHref(list.path, query, { [name]: "" })}
            {...look}
            variant="light"
            maw="100%"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove the filter ${label}`}
          >
            {label}
          </Button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Button
            component={Link}
            to={listHref(list.path, everythingIn(list, query))}
            {...look}
            variant="subtle"
          >
            Clear all
          </Button>
        </li>
      )}
    </Group>
  );
}
