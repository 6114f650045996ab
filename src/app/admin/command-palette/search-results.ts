import { numberSearched } from "../../../orders/search/order-search.ts";

interface Way {
  readonly label?: string;
  readonly description?: string;
  readonly keywords?: string | string[];
}

interface Ways<W extends Way> {
  readonly ways: readonly W[];
  /** Results of the server for the text. */
  readonly hits: readonly W[];
  /** The entry that searches orders for the typed text. */
  readonly orders: W;
  /** False while more entries may be loaded. */
  readonly areAllThere: boolean;
}

const mostShown = 12;

/**
 * Results of the command palette: entries whose name contains the text, then orders and people
 * found by the server, then entries whose description or keywords contain it, and last the search
 * for an order. A text that identifies an order, a number or an address, puts orders first.
 */
export function paletteResults<W extends Way>(typed: string, given: Ways<W>): W[] {
  const { ways, hits, orders, areAllThere } = given;
  const sought = typed.trim().toLowerCase();
  if (sought === "") return ways.slice(0, mostShown);
  const has = (text = "") => text.toLowerCase().includes(sought);
  const named = ways.filter(({ label }) => has(label));
  const said = ways.filter(
    ({ label, description, keywords = [] }) =>
      !has(label) && [description, ...[keywords].flat()].some(has),
  );
  const namesOrder = sought.includes("@") || numberSearched(sought) !== null;
  if (namesOrder) {
    const others = [...named, ...said].slice(0, mostShown - 1 - hits.length);
    // Orders that were found come first; until they arrive, the entry that searches orders does.
    return hits.length > 0 ? [...hits, orders, ...others] : [orders, ...others];
  }
  const found = [...named, ...hits, ...said].slice(0, mostShown - 1);
  // The order search comes last, and only once all entries are loaded; otherwise it would stay
  // preselected when entries appear above it.
  return areAllThere ? [...found, orders] : found;
}
