import { numberSearched } from "#orders/number-searched.ts";
import { foldedText } from "#platform/texts/folded-text.ts";

interface Way {
  readonly label?: string;
  readonly description?: string;
  readonly keywords?: string | string[];
  /** Further texts that name exactly this entry, such as the number of an order. */
  readonly names?: readonly string[];
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
 * Ranks the results: entries that the text names exactly, entries whose name begins with the text,
 * entries with the text as a keyword, entries whose name contains the text, orders and people from
 * the server, entries whose description or keywords contain the text, and last the entry that
 * searches orders. If the text is an order number or an
 * email address, orders come before everything but exact names.
 */
export function paletteResults<W extends Way>(typed: string, given: Ways<W>): W[] {
  const { ways, hits, orders, areAllThere } = given;
  const sought = foldedText(typed.trim());
  if (sought === "") return ways.slice(0, mostShown);
  const number = numberSearched(sought);
  const isNamed = ({ label = "", names = [] }: W) =>
    [label, ...names].some((name) => foldedText(name) === sought) ||
    (number !== null && names.includes(String(number)));
  const [exact, others] = parted(ways, isNamed);
  const [exactHits, otherHits] = parted(hits, isNamed);
  const found = matches(others, sought);
  const namesOrder = sought.includes("@") || number !== null;
  if (namesOrder) {
    const first = [...exactHits, ...exact, ...otherHits];
    // Without orders from the server, the entry that searches orders comes first.
    const last = [...found.named, ...found.said];
    return [...first, orders, ...last.slice(0, Math.max(0, mostShown - 1 - first.length))];
  }
  const all = [...exact, ...exactHits, ...found.named, ...otherHits, ...found.said];
  const shown = all.slice(0, mostShown - 1);
  // Adds the entry that searches orders only after all results have arrived. An entry that appears
  // earlier would stay selected when other results appear above it.
  return areAllThere ? [...shown, orders] : shown;
}

/** The entries for which the test is true, and the others. */
function parted<W>(entries: readonly W[], test: (entry: W) => boolean): [W[], W[]] {
  return [entries.filter(test), entries.filter((entry) => !test(entry))];
}

/** Entries that the text names in part or as a keyword, and entries that only mention the text. */
function matches<W extends Way>(entries: readonly W[], sought: string) {
  const has = (text = "") => foldedText(text).includes(sought);
  const begins = ({ label = "" }: W) => foldedText(label).startsWith(sought);
  const [named, others] = parted(entries, ({ label }) => has(label));
  const [first, later] = parted(named, begins);
  const said = others.filter(({ description, keywords = [] }) =>
    [description, ...[keywords].flat()].some(has),
  );
  const isKeyword = ({ keywords = [] }: W) =>
    [keywords].flat().some((keyword) => foldedText(keyword) === sought);
  const [called, mentioned] = parted(said, isKeyword);
  return { named: [...first, ...called, ...later], said: mentioned };
}
