import "@mantine/spotlight/styles.css";
import { Highlight, Input, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import {
  createContext,
  type KeyboardEvent,
  memo,
  type RefObject,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFetcher, useNavigate, useRouteLoaderData, useSubmit } from "react-router";
import type { loader as recordsLoader } from "#app/admin/site/content/list/all-records.tsx";
import { IconSearch } from "#app/ui/icons/icon-search.ts";
import { listHref } from "../list/define-list.ts";
import type { loader as layoutLoader } from "../shell/admin-layout.tsx";
import { furtherScreens, sectionsWithout } from "../shell/admin-navigation.ts";
import classes from "./command-palette.module.css";
import { type Command, commandsWithout, signOut } from "./commands.ts";
import type { loader as findLoader } from "./find.ts";
import { paletteResults } from "./search-results.ts";

const [store, spotlight] = createSpotlight();

interface Result {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly keywords?: string[];
  readonly names?: readonly string[];
  readonly path: string;
  /** What the entry does instead of opening a screen of the panel. */
  readonly act?: Command["act"];
}

interface Shown {
  readonly results: readonly Result[];
  readonly sought: string;
}

interface Search {
  readonly typed: string;
  /** Lags behind the typed text, so that the field shows a character before the results render. */
  readonly shown: Shown;
  readonly selectedId: string | null;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onType: (typed: string) => void;
  /** Selects the result that is `step` results below the selected result. */
  readonly move: (step: 1 | -1) => void;
  /** Opens the selected result. */
  readonly enter: () => void;
  readonly open: (result: Result) => void;
}

const SearchContext = createContext<Search | null>(null);

function useSearch(): Search {
  const search = useContext(SearchContext);
  if (search === null) throw new Error("A part of the command palette is outside of it.");
  return search;
}

interface CommandPaletteWindowProps {
  /** The window opens when it mounts and whenever this number increases. */
  timesAsked: number;
  typed: string;
  onType: (typed: string) => void;
  /** Called when the search field gets the focus. */
  onFocus: () => void;
}

/** Opens a screen, record or setting by its name, and an order by its number, name or email. */
export default function CommandPaletteWindow(props: CommandPaletteWindowProps) {
  const { timesAsked, typed, onType, onFocus } = props;
  const navigate = useNavigate();
  const act = useActs();
  const hidden = useRouteLoaderData<typeof layoutLoader>("admin/frame/shell/admin-layout")?.hidden;
  const { load, data } = useFetcher<typeof recordsLoader>();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Loaded at each opening, because records may have changed.
    if (isOpen) void load("/admin/records");
  }, [isOpen, load]);
  useEffect(() => {
    if (timesAsked > 0) spotlight.open();
  }, [timesAsked]);
  const ways = useMemo(() => waysTo(data, hidden ?? []), [data, hidden]);
  const sought = typed.trim();
  const { hits, areAllThere } = useHits(sought);
  const isComplete = data !== undefined && areAllThere;
  const current = useMemo(
    () => ({ sought, results: resultsFor(sought, ways, hits, isComplete) }),
    [sought, ways, hits, isComplete],
  );
  const { results } = current;
  const shown = useDeferredValue(current);
  const [selectedId, select] = useSelected(current);
  const open = (result: Result) => {
    spotlight.close();
    if (result.act === undefined) void navigate(result.path);
    else act[result.act](result.path);
  };
  const search: Search = {
    typed,
    shown,
    selectedId,
    list,
    open,
    onType: (next) => {
      onType(next);
      list.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
    },
    move: (step) => {
      const at = results.findIndex(({ id }) => id === selectedId);
      const index = at === -1 && step === -1 ? results.length - 1 : at + step;
      const next = results[(index + results.length) % results.length];
      if (next === undefined) return;
      select(next.id);
      list.current?.children[results.indexOf(next)]?.scrollIntoView({ block: "nearest" });
    },
    enter: () => {
      const selected = results.find(({ id }) => id === selectedId);
      if (selected !== undefined) open(selected);
    },
  };
  return (
    <SearchContext value={search}>
      <Dialog
        hasResults={shown.results.length > 0}
        onChange={setOpen}
        onType={onType}
        onFocus={onFocus}
      />
    </SearchContext>
  );
}

interface DialogProps extends Pick<CommandPaletteWindowProps, "onType" | "onFocus"> {
  hasResults: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Memoized, so that typing does not render Mantine's dialog, which takes longer than a frame. */
const Dialog = memo(({ hasResults, onChange, onType, onFocus }: DialogProps) => (
  <Spotlight.Root
    store={store}
    query=""
    onQueryChange={onType}
    shortcut={["mod + K"]}
    onSpotlightOpen={() => onChange(true)}
    onSpotlightClose={() => onChange(false)}
    // Mantine's scroll lock adds a style element, which the Content-Security-Policy blocks.
    lockScroll={false}
    // Without Mantine's blur, which a computer without a graphics card draws slowly in each frame.
    overlayProps={{ backgroundOpacity: 0.35 }}
    scrollable
    attributes={{ content: { "aria-label": "Go to" } }}
  >
    <SearchField onFocus={onFocus} />
    {hasResults && (
      <Spotlight.ActionsList>
        <Results />
      </Spotlight.ActionsList>
    )}
  </Spotlight.Root>
));

function SearchField({ onFocus }: Pick<CommandPaletteWindowProps, "onFocus">) {
  const { typed, onType, move, enter } = useSearch();
  const onKeyDown = (event: KeyboardEvent) => {
    // While a character is being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
  };
  return (
    <Input
      size="lg"
      classNames={{ input: `mantine-Spotlight-search ${Spotlight.classes.search}` }}
      leftSection={searchIcon}
      placeholder="Screens, commands, content, orders and customers"
      aria-label="Go to"
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    />
  );
}

const searchIcon = <IconSearch size={18} aria-hidden />;

function Results() {
  const { shown, selectedId, list, open } = useSearch();
  const latest = useRef(open);
  latest.current = open;
  const [openLatest] = useState(() => (result: Result) => latest.current(result));
  return (
    <div ref={list}>
      {shown.results.map((result) => (
        <ResultButton
          key={result.id}
          result={result}
          sought={shown.sought}
          isSelected={result.id === selectedId}
          onOpen={openLatest}
        />
      ))}
    </div>
  );
}

interface ResultButtonProps {
  result: Result;
  sought: string;
  isSelected: boolean;
  onOpen: (result: Result) => void;
}

const ResultButton = memo(({ result, sought, isSelected, onOpen }: ResultButtonProps) => (
  <UnstyledButton
    className={`${Spotlight.classes.action} ${classes.action}`}
    data-selected={isSelected || undefined}
    tabIndex={-1}
    // Keeps the focus in the search field.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onOpen(result)}
  >
    <span className={Spotlight.classes.actionBody}>
      <Highlight component="span" highlight={sought} className={Spotlight.classes.actionLabel}>
        {result.label}
      </Highlight>
      <span className={Spotlight.classes.actionDescription}>{result.description}</span>
    </span>
  </UnstyledButton>
));

/** What the commands do that open no screen. */
function useActs(): Readonly<Record<NonNullable<Command["act"]>, (path: string) => void>> {
  const { setColorScheme } = useMantineColorScheme();
  const submit = useSubmit();
  return {
    dark: () => setColorScheme("dark"),
    light: () => setColorScheme("light"),
    system: () => setColorScheme("auto"),
    "sign-out": signOut,
    "back-up": (path) => void submit({ intent: "back-up" }, { method: "post", action: path }),
    leave: (path) => window.location.assign(path),
  };
}

/** The screens and commands, and the settings and records once they are loaded. */
function waysTo(
  loaded: ReturnType<typeof useFetcher<typeof recordsLoader>>["data"],
  hidden: readonly string[],
): Result[] {
  // A screen says where it is, because "Payments" is also a screen of the settings.
  const screens = sectionsWithout(hidden).flatMap((section): Omit<Result, "id">[] =>
    section.screens.length === 0
      ? [{ label: section.label, path: section.path }]
      : section.screens.map((screen) => ({ ...screen, description: section.label })),
  );
  const others = furtherScreens.filter(({ path }) => !hidden.includes(path));
  return [
    ...[...screens, ...others].map((screen) => ({ ...screen, id: `screen ${screen.path}` })),
    ...commandsWithout(hidden).map((command) => ({ ...command, id: `command ${command.label}` })),
    ...(loaded?.screens ?? []).map(({ label, path, keywords }) => ({
      id: `setting ${path}`,
      label,
      description: "Content",
      keywords,
      path,
    })),
    ...(loaded?.records ?? []).map(({ label, block, keywords, path }) => ({
      id: `record ${path}`,
      label,
      description: block,
      keywords,
      path,
    })),
  ];
}

type Hits = Awaited<ReturnType<typeof findLoader>>["results"];

function resultsFor(sought: string, ways: Result[], hits: Hits, areAllThere: boolean): Result[] {
  return paletteResults<Result>(sought, {
    ways,
    hits: hits.map((hit) => ({ ...hit, id: `hit ${hit.path}` })),
    orders: {
      id: `orders ${sought}`,
      label: `Search orders for ${sought}`,
      description: "By number, name or email",
      path: listHref("/total-orders", "", { q: sought }),
    },
    areAllThere,
  });
}

/**
 * Id of the selected result. For a new search text, the first result is selected, so that Enter
 * opens the first result. A selected result stays selected when later results appear above it.
 */
function useSelected({ sought, results }: Shown) {
  const [selected, setSelected] = useState<{ sought: string; id: string | null }>({
    sought: "",
    id: null,
  });
  const isKept = selected.sought === sought && results.some(({ id }) => id === selected.id);
  const id = isKept ? selected.id : sought === "" ? null : (results[0]?.id ?? null);
  if (selected.sought !== sought || selected.id !== id) setSelected({ sought, id });
  return [id, (next: string) => setSelected({ sought, id: next })] as const;
}

const typingPauseMs = 120;

const noHits: Hits = [];

/** Asks the server for orders and people that match, once the typing pauses. */
function useHits(sought: string) {
  const { load, data } = useFetcher<typeof findLoader>();
  useEffect(() => {
    if (sought === "") return;
    const timer = setTimeout(
      () => void load(`/admin/find?${new URLSearchParams({ q: sought })}`),
      typingPauseMs,
    );
    return () => clearTimeout(timer);
  }, [sought, load]);
  const isCurrent = data?.q === sought;
  return { hits: isCurrent ? data.results : noHits, areAllThere: isCurrent || sought === "" };
}
