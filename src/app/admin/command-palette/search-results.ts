import { numberSearched } from "../../../orders/search/order-search.ts";

interface Way {
  readonly label?: string;
  readonly description?: string;
  readonly keywords?: string | string[];
}

interface Ways<W extends Way> {
  readonly ways: readonly W[];
  /** What searches the orders for what is typed. */
  readonly orders: W;
  /** False while more may come. */
  readonly areAllThere: boolean;
}

const mostShown = 12;

/**
 * What the quick jump offers for what is typed: what has it in its name, what it is said of, and last
 * the search for an order. What names an order by itself, a number or an address, is that before all.
 */
export function jumpResults<W extends Way>(typed: string, given: Ways<W>): W[] {
  const { ways, orders, areAllThere } = given;
  const sought = typed.trim().toLowerCase();
  if (sought === "") return ways.slice(0, mostShown);
  const has = (text = "") => text.toLowerCase().includes(sought);
  const named = ways.filter(({ label }) => has(label));
  const said = ways.filter(
    ({ label, description, keywords = [] }) =>
      !has(label) && [description, ...[keywords].flat()].some(has),
  );
  const found = [...named, ...said].slice(0, mostShown - 1);
  const namesOrder = sought.includes("@") || numberSearched(sought) !== null;
  if (namesOrder) return [orders, ...found];
  // Alone it would be the one that is chosen, and stay so when what comes before it comes.
  return areAllThere ? [...found, orders] : found;
}
