import "@mantine/spotlight/styles.css";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import type { loader as recordsLoader } from "../content/list/all-records.tsx";
import { listHref } from "../list/list.ts";
import { navigation } from "../shell/admin-navigation.ts";
import classes from "./command-palette.module.css";
import type { loader as findLoader } from "./find.ts";
import { paletteResults } from "./search-results.ts";

const [store, spotlight] = createSpotlight();

interface JumpWindowProps {
  /** The window opens when it mounts and whenever this number increases. */
  timesAsked: number;
  typed: string;
  onType: (typed: string) => void;
  /** Called when the search field gets the focus. */
  onFocus: () => void;
}

/** Opens a screen, record or setting by its name, and an order by its number, name or email. */
export default function CommandPaletteWindow({
  timesAsked,
  typed,
  onType,
  onFocus,
}: JumpWindowProps) {
  const navigate = useNavigate();
  const records = useFetcher<typeof recordsLoader>();
  const [isOpen, setOpen] = useState(false);
  const { load, data } = records;
  useEffect(() => {
    // Loaded at each opening, because records may have changed.
    if (isOpen) void load("/admin/records");
  }, [isOpen, load]);
  useEffect(() => {
    if (timesAsked > 0) spotlight.open();
  }, [timesAsked]);
  const to = (path: string) => () => void navigate(path);
  const screens: SpotlightActionData[] = [
    ...navigation.map(({ label, path }) => ({ id: path, label, onClick: to(path) })),
    ...(data?.screens ?? []).map(({ label, path, keywords }) => ({
      id: path,
      label,
      description: "Content",
      keywords,
      onClick: to(path),
    })),
  ];
  const found: SpotlightActionData[] = (data?.records ?? []).map(
    ({ label, block, keywords, path }) => ({
      id: path,
      label,
      description: block,
      keywords,
      onClick: to(path),
    }),
  );
  const ways = [...screens, ...found];
  const sought = typed.trim();
  const { hits, areAllThere } = useHits(sought);
  const hitWays = hits.map(({ label, description, path }) => ({
    id: path,
    label,
    description,
    onClick: to(path),
  }));
  useFirstSelected(sought);
  const orders: SpotlightActionData = {
    id: `orders ${sought}`,
    label: `Search orders for ${sought}`,
    description: "By number, name or email",
    onClick: to(listHref("/total-orders", "", { q: sought })),
  };
  return (
    <Spotlight
      store={store}
      actions={[...ways, ...hitWays]}
      query={typed}
      onQueryChange={onType}
      filter={() =>
        paletteResults(typed, {
          ways,
          hits: hitWays,
          orders,
          areAllThere: data !== undefined && areAllThere,
        })
      }
      shortcut={["mod + K"]}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      highlightQuery
      // Mantine's scroll lock adds a style element, which the Content-Security-Policy blocks.
      lockScroll={false}
      scrollable
      attributes={{ content: { "aria-label": "Go to" } }}
      classNames={{ action: classes.action }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "Screens, content, orders and customers",
        "aria-label": "Go to",
        onFocus,
      }}
    />
  );
}

/**
 * Selects the first result, so that Enter opens the result. Spotlight selects a result only at a
 * key press, and results from the server arrive after the last key press.
 */
function useFirstSelected(sought: string): void {
  // Runs after every rendering, because results arrive from several requests.
  useEffect(() => {
    const { listId } = store.getState();
    const list = document.getElementById(listId);
    if (sought === "" || !list || list.querySelector("[data-selected]")) return;
    list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: 0 }));
  });
}

const typingPauseMs = 120;

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
  return { hits: isCurrent ? data.results : [], areAllThere: isCurrent || sought === "" };
}
