import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useFetcher, useSubmit } from "react-router";
import type { SavedTab } from "#access/admins/saved-tabs.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { IconBookmark } from "#app/ui/icons/icon-bookmark.ts";
import { IconDots } from "#app/ui/icons/icon-dots.ts";
import { useOnce } from "../forms/use-once.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import { capitalised, changedQuery, type List, listHref } from "./define-list.ts";
import classes from "./list.module.css";

interface ListTabsProps {
  list: List;
  query: string;
  savedTabs: readonly SavedTab[];
}

/**
 * Tabs are links to searches: first the built-in searches, then the searches that an admin saved.
 */
export function ListTabs({ list, query, savedTabs }: ListTabsProps) {
  // The search that the open form saves as a tab; null when the form is closed. The form also
  // closes when the admin goes to another search.
  const [named, setNamed] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phone shows only some of the tabs
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab) tabs.current?.scrollTo({ left: tab.offsetLeft - 48, behavior: "instant" });
  }, [query]);
  const sort = new URLSearchParams(query).get("sort") ?? "";
  const own = list.tabs.map(({ label, query: filters }) => ({
    id: label,
    name: label,
    query: changedQuery(filters, { sort }),
  }));
  const present = [...savedTabs, ...own].find((tab) => tab.query === query);
  const saved = savedTabs.find((tab) => tab === present);
  const isOpen = named === query;
  const toggle = {
    ref: opener,
    onClick: () => setNamed(isOpen ? null : query),
    "aria-expanded": isOpen,
    h: { base: 44, sm: 32 },
    variant: "subtle",
  };
  const close = () => {
    setNamed(null);
    opener.current?.focus();
  };
  // The only tab is the present search, so the admin has no other tab to choose.
  if (own.length + savedTabs.length === 1 && present !== undefined) return null;
  return (
    <>
      <nav aria-label={`${capitalised(list.many)} by state`} className={classes.tabs} ref={tabs}>
        {[...own, ...savedTabs].map((tab) => (
          <TabLink key={tab.id} to={listHref(list.path, tab.query)} isOpen={tab === present}>
            {tab.name}
          </TabLink>
        ))}
        {present === undefined && (
          <Button
            {...toggle}
            size="xs"
            leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
          >
            Save as tab
          </Button>
        )}
        {saved !== undefined && (
          <ActionIcon
            {...toggle}
            w={{ base: 44, sm: 32 }}
            color="gray"
            aria-label={`Rename or remove the tab ${saved.name}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        )}
      </nav>
      {isOpen && <TabForm list={list} query={query} saved={saved} close={close} />}
    </>
  );
}

const toTabs = {
  method: "post",
  action: "/admin/saved-tabs",
  encType: "application/json",
} as const;

interface TabFormProps extends Pick<ListTabsProps, "list" | "query"> {
  /** The tab to rename or remove; undefined when a search is being saved as a new tab. */
  saved: SavedTab | undefined;
  close: () => void;
}

function TabForm({ list: { path }, query, saved, close }: TabFormProps) {
  const fetcher = useFetcher<ActionResult>();
  const submit = useSubmit();
  const once = useOnce();
  const field = useRef<HTMLInputElement>(null);
  const whenDone = useRef(close);
  whenDone.current = close;
  const { data } = fetcher;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (data?.savedAt !== undefined) whenDone.current();
  }, [data]);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    const request: Record<string, string> =
      saved === undefined
        ? { intent: "save", list: path, name, query }
        : { intent: "rename", id: saved.id, name };
    once(request, () => fetcher.submit(request, toTabs));
  };
  const remove = ({ id, name }: SavedTab) => {
    const send = (request: Record<string, string>) =>
      void submit(request, { ...toTabs, navigate: false });
    send({ intent: "remove", id });
    const again = { intent: "save", list: path, name, query };
    notifyWithUndo(`The tab “${name}” is removed`, () => send(again));
    close();
  };
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="end">
        <TextInput
          ref={field}
          name="name"
          label="Name of the tab (the whole team sees it)"
          defaultValue={saved?.name}
          maxLength={40}
          required
          withAsterisk={false}
          error={data && (data.notice ?? Object.values(data.errors)[0])}
          onKeyDown={({ key }) => key === "Escape" && close()}
        />
        <Button type="submit" loading={fetcher.state !== "idle"}>
          {saved === undefined ? "Save" : "Rename"}
        </Button>
        {saved && (
          <Button variant="subtle" color="red" onClick={() => remove(saved)}>
            Remove
          </Button>
        )}
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

interface TabLinkProps {
  to: string;
  isOpen: boolean;
  children: ReactNode;
}

function TabLink({ to, isOpen, children }: TabLinkProps) {
  return (
    <Button
      component={Link}
      to={to}
      preventScrollReset
      size="xs"
      h={{ base: 44, sm: 32 }}
      variant={isOpen ? "light" : "subtle"}
      color={isOpen ? undefined : "gray"}
      aria-current={isOpen ? "page" : undefined}
    >
      {children}
    </Button>
  );
}
