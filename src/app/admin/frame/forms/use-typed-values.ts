import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/**
 * Keeps unsaved text in this browser, so that it survives a closed tab, a lost connection, an ended
 * session and a failed save.
 */
export function useTypedValues(key: string, stored: Values, base: number | null) {
  const typing = useMemo(() => new SavedTyping(key), [key]);
  const [values, setValues] = useState<Values>(stored);
  // The newest values, for code that runs when a response arrives: the admin may have typed more
  // since the render in which that code was created.
  const latest = useRef(values);
  const [startedFrom, setStartedFrom] = useState(base);
  const [seen, setSeen] = useState<number | null>(null);
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const savedOnServer = useRef(stored);

  const show = useCallback((next: Values) => {
    latest.current = next;
    setValues(next);
  }, []);

  useEffect(() => {
    const kept = typing.find();
    if (kept === null || sameValues(kept.values, savedOnServer.current)) return;
    show({ ...savedOnServer.current, ...kept.values });
    setStartedFrom(kept.base);
    setRestoredAt(kept.at);
  }, [typing, show]);

  const followed = useRef(base);
  // A form without unsaved text shows changes made elsewhere, such as a restored revision. A form
  // with unsaved text stays as it is, and the server merges the changes when the form is saved.
  useEffect(() => {
    if (base === followed.current) return;
    followed.current = base;
    if (!sameValues(latest.current, savedOnServer.current)) return;
    savedOnServer.current = stored;
    show(stored);
    setStartedFrom(base);
  }, [base, stored, show]);

  function change(next: Values) {
    show(next);
    // Text that is as the server has it would later be taken for an edit of a newer text.
    if (sameValues(next, savedOnServer.current)) typing.forget();
    else typing.keep({ values: next, base: startedFrom, at: Date.now() });
  }

  /** Values that were typed after the form was sent with the values `sent`. */
  function since(sent: Values): Values {
    const typed = Object.entries(latest.current).filter(([name, value]) => value !== sent[name]);
    return Object.fromEntries(typed);
  }

  return {
    values,
    since,
    /** The values that the server had at the last load or save. */
    onServer: () => savedOnServer.current,
    /**
     * The revision from which the edit started. When saving, the server uses this revision to
     * detect changes by other edits.
     */
    base: startedFrom,
    /**
     * The revision of the other edit in a conflict that the admin has decided; null without such a
     * conflict.
     */
    seen,
    /** When the restored text was typed, in Unix milliseconds; null when nothing was restored. */
    restoredAt,
    isChanged: !sameValues(values, savedOnServer.current),
    setValue: (name: string, value: string) => change({ ...latest.current, [name]: value }),
    setValues: (typed: Values) => change({ ...latest.current, ...typed }),
    /**
     * After a decided conflict, shows `next` and bases the edit on the newer revision `nextBase`.
     */
    rebase(next: Values, nextBase: number | null) {
      setSeen(nextBase);
      setStartedFrom(nextBase);
      show(next);
      typing.keep({ values: next, base: nextBase, at: Date.now() });
    },
    /** Remembers the present text, and returns a function that restores the remembered text. */
    remember(): () => void {
      const typed = { values: latest.current, base: startedFrom };
      return () => {
        setStartedFrom(typed.base);
        show(typed.values);
        typing.keep({ ...typed, at: Date.now() });
      };
    },
    /** Shows the server's values `next`, except in fields typed after `sent` was sent. */
    settle(next: Values, nextBase: number | null, sent: Values = latest.current) {
      const typedSince = since(sent);
      savedOnServer.current = next;
      setStartedFrom(nextBase);
      setSeen(null);
      setRestoredAt(null);
      const now = { ...next, ...typedSince };
      show(now);
      if (Object.keys(typedSince).length === 0) typing.forget();
      else typing.keep({ values: now, base: nextBase, at: Date.now() });
    },
  };
}

export type Values = Readonly<Record<string, string>>;

interface Kept {
  readonly values: Values;
  readonly base: number | null;
  readonly at: number;
}

/**
 * Unsaved text in the browser's storage, one entry per tab, so that two tabs do not overwrite each
 * other. A new tab finds the entry written last. If the storage is full or disabled, the admin can
 * type, but unsaved text is lost with the tab.
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

  /**
   * Deletes the unsaved text of this tab. Also deletes the text that `find` took from another tab's
   * entry, unless the other tab has changed this text since.
   */
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

/** A missing value equals "". */
export function sameValues(one: Values, other: Values): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}
