export type Values = Readonly<Record<string, string>>;

export interface Kept {
  readonly values: Values;
  /** Revision from which the typing started. */
  readonly base: number | null;
  readonly at: number;
}

/**
 * Unsaved text about a subject in this browser's storage, per tab, so that two tabs do not
 * overwrite each other. A new tab finds the text of the last one. Storage may be full or disabled;
 * typing works without it.
 */
export class SavedTyping {
  readonly #subject: string;
  #found: { readonly key: string; readonly at: number } | null = null;

  constructor(subject: string) {
    this.#subject = subject;
  }

  find(): Kept | null {
    const own = read(this.#ownKey());
    if (own !== null) return own;
    const others = keysOf(this.#subject).flatMap((key) => {
      const kept = read(key);
      return kept === null ? [] : { key, kept };
    });
    const [last] = others.sort((one, other) => other.kept.at - one.kept.at);
    if (last === undefined) return null;
    this.#found = { key: last.key, at: last.kept.at };
    return last.kept;
  }

  keep(kept: Kept): void {
    try {
      localStorage.setItem(this.#ownKey(), JSON.stringify(kept));
    } catch {}
  }

  /** Also deletes the text found from another tab, unless it was changed there since. */
  forget(): void {
    remove(this.#ownKey());
    if (this.#found !== null && read(this.#found.key)?.at === this.#found.at) {
      remove(this.#found.key);
    }
    this.#found = null;
  }

  #ownKey(): string {
    return `${this.#subject} ${thisTab()}`;
  }
}

const tabKey = "furrow-tab";

/** Id of this tab, stable across reloads. */
function thisTab(): string {
  try {
    const known = sessionStorage.getItem(tabKey) ?? Math.random().toString(36).slice(2);
    sessionStorage.setItem(tabKey, known);
    return known;
  } catch {
    return "";
  }
}

function keysOf(subject: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${subject} `));
  } catch {
    return [];
  }
}

function read(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}

/** Missing values equal "". */
export function sameValues(one: Values, other: Values): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}
