import { numberSearched } from "#orders/search/order-search.ts";
import { foldedText } from "#platform/texts/folded-text.ts";

interface Way {
  readonly label?: string;
  readonly description?: string;
  readonly keywords?: string | string[];
}

interface Ways<W extends Way> {
  readonly ways: readonly W[];
  /** Orders and people that the server found. */
  readonly hits: readonly W[];
  readonly orders: W;
  /** False while results are being loaded. */
  readonly areAllThere: boolean;
}

const mostShown = 12;

/**
 * Ranks the results: entries whose name contains the text, orders and people from the server,
 * entries whose description or keywords contain the text, and last the entry that searches orders.
 * If the text is an order number or an email address, orders come first.
 */
export function paletteResults<W extends Way>(typed: string, given: Ways<W>): W[] {
  const { ways, hits, orders, areAllThere } = given;
  const sought = foldedText(typed.trim());
  if (sought === "") return ways.slice(0, mostShown);
  const has = (text = "") => foldedText(text).includes(sought);
  const named = ways.filter(({ label }) => has(label));
  const said = ways.filter(
    ({ label, description, keywords = [] }) =>
      !has(label) && [description, ...[keywords].flat()].some(has),
  );
  const namesOrder = sought.includes("@") || numberSearched(sought) !== null;
  if (namesOrder) {
    const others = [...named, ...said].slice(0, mostShown - 1 - hits.length);
    // Without orders from the server, the entry that searches orders comes first.
    return hits.length > 0 ? [...hits, orders, ...others] : [orders, ...others];
  }
  const found = [...named, ...hits, ...said].slice(0, mostShown - 1);
  // Adds the entry that searches orders only after all results have arrived. An entry that appears
  // earlier would stay selected when other results appear above it.
  return areAllThere ? [...found, orders] : found;
}
