import { ActionIcon, Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconDots } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useFetcher, useSubmit } from "react-router";
import type { SavedTab } from "../../../access/admins/saved-tabs.ts";
import { useOnce } from "../forms/use-once.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import classes from "./list.module.css";
import { capitalised, changedQuery, type List, listHref } from "./list.ts";
import type { SavedTabResult } from "./saved-tabs-action.ts";

interface ListTabsProps {
  list: List;
  query: string;
  savedTabs: readonly SavedTab[];
}

/** Links to the searches needed most: those of the list, then those that an admin has saved. */
export function ListTabs({ list, query, savedTabs }: ListTabsProps) {
  const sort = new URLSearchParams(query).get("sort") ?? "";
  const own = list.tabs.map(({ label, query: filters }) => ({
    ...{ id: label, name: label },
    query: changedQuery(filters, { sort }),
  }));
  const present = [...savedTabs, ...own].find((tab) => tab.query === query);
  const saved = savedTabs.find((tab) => tab === present);
  // A list with a single tab needs no tabs.
  if (own.length + savedTabs.length === 1 && present !== undefined) return null;
  return (
    <nav aria-label={`${capitalised(list.many)} by state`} className={classes.tabs}>
      {[...own, ...savedTabs].map((tab) => (
        <Button
          key={tab.id}
          component={Link}
          to={listHref(list.path, tab.query)}
          preventScrollReset
          size="xs"
          h={{ base: 44, sm: 32 }}
          variant={tab === present ? "light" : "subtle"}
          color={tab === present ? undefined : "gray"}
          aria-current={tab === present ? "page" : undefined}
        >
          {tab.name}
        </Button>
      ))}
      {present === undefined && <SaveTab list={list} query={query} />}
      {saved !== undefined && <ChangeTab key={saved.id} list={list} tab={saved} />}
    </nav>
  );
}

function SaveTab({ list: { path }, query }: Pick<ListTabsProps, "list" | "query">) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <NamePopover
      {...{ isOpen, close }}
      name=""
      verb="Save"
      requestOf={(name) => ({ intent: "save", list: path, name, query })}
    >
      <Button
        size="xs"
        h={{ base: 44, sm: 32 }}
        variant="subtle"
        leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
        onClick={open}
      >
        Save as tab
      </Button>
    </NamePopover>
  );
}

function ChangeTab({ list: { path }, tab }: Pick<ListTabsProps, "list"> & { tab: SavedTab }) {
  const { id, name, query } = tab;
  const [isOpen, { open, close }] = useDisclosure(false);
  const submit = useSubmit();
  const send = (request: Record<string, string>) =>
    void submit(request, { ...toTabs, navigate: false });
  const remove = () => {
    send({ intent: "remove", id });
    const again = { intent: "save", list: path, name, query };
    notifyWithUndo(`The tab “${name}” is removed`, () => send(again));
  };
  return (
    <NamePopover
      {...{ isOpen, close, name }}
      verb="Rename"
      requestOf={(renamed) => ({ intent: "rename", id, name: renamed })}
      onRemove={remove}
    >
      <ActionIcon
        aria-label={`Change the tab ${name}`}
        variant="subtle"
        color="gray"
        w={{ base: 44, sm: 32 }}
        h={{ base: 44, sm: 32 }}
        onClick={open}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </NamePopover>
  );
}

const toTabs = {
  method: "post",
  action: "/admin/saved-tabs",
  encType: "application/json",
} as const;

interface NamePopoverProps {
  isOpen: boolean;
  close: () => void;
  name: string;
  verb: string;
  requestOf: (name: string) => Record<string, string>;
  onRemove?: () => void;
  children: ReactNode;
}

/** Asks for the name of a tab. */
function NamePopover(props: NamePopoverProps) {
  const { isOpen, close, name, verb, requestOf, onRemove, children } = props;
  const fetcher = useFetcher<SavedTabResult>();
  const once = useOnce();
  const { data } = fetcher;
  const whenDone = useRef(close);
  whenDone.current = close;
  useEffect(() => {
    if (data?.error === null) whenDone.current();
  }, [data]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = requestOf(String(new FormData(event.currentTarget).get("name")));
    once(request, () => fetcher.submit(request, toTabs));
  };
  return (
    <Popover opened={isOpen} onClose={close} trapFocus withArrow shadow="md" width={280}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={send}>
          <Stack gap="xs">
            <TextInput
              name="name"
              label="Name of the tab"
              description="All admins see it."
              defaultValue={name}
              maxLength={40}
              required
              withAsterisk={false}
              error={data?.error}
              data-autofocus
            />
            <Group gap="xs">
              <Button type="submit" size="xs" loading={fetcher.state !== "idle"}>
                {verb}
              </Button>
              {onRemove && (
                <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
                  Remove
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
