import { numberSearched } from "../../orders/search/order-search.ts";

interface Way {
  readonly label?: string;
  readonly description?: string;
  readonly keywords?: string | string[];
}

const mostShown = 12;

/**
 * What the quick jump offers for what is typed: what has it in its name, what it is said of, and last
 * the search for an order. What names an order by itself, a number or an address, is that before all.
 */
export function jumpResults<W extends Way>(typed: string, ways: readonly W[], orders: W): W[] {
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
  return namesOrder ? [orders, ...found] : [...found, orders];
}
