import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { SavedTyping, sameValues, type Values } from "./saved-typing.ts";

/**
 * Text typed into a form, kept in this browser until it is saved: it survives a closed tab, a lost
 * connection, an ended session and a failed save.
 */
export function useTypedValues(key: string, stored: Values, base: number | null) {
  const typing = useMemo(() => new SavedTyping(key), [key]);
  const [values, setValues] = useState<Values>(stored);
  // Effects of a response run after its render, when another key may have been pressed.
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
  // A form without unsaved text follows changes from elsewhere, such as a restored revision.
  // Unsaved text stays, and is merged on saving.
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
    typing.keep({ values: next, base: startedFrom, at: Date.now() });
  }

  /** Values typed after `sent` was sent. */
  function since(sent: Values): Values {
    const typed = Object.entries(latest.current).filter(([name, value]) => value !== sent[name]);
    return Object.fromEntries(typed);
  }

  return {
    values,
    since,
    /** The last known values on the server. */
    onServer: () => savedOnServer.current,
    /** The revision to compare with when saving. */
    base: startedFrom,
    /** The revision that the editor has seen, after a decided conflict. */
    seen,
    /** Time of the restored text in Unix milliseconds; null when nothing was restored. */
    restoredAt,
    isChanged: !sameValues(values, savedOnServer.current),
    setValue: (name: string, value: string) => change({ ...latest.current, [name]: value }),
    /** Continues from a newer revision with these values. */
    rebase(next: Values, nextBase: number | null) {
      setSeen(nextBase);
      setStartedFrom(nextBase);
      show(next);
      typing.keep({ values: next, base: nextBase, at: Date.now() });
    },
    /** Returns a function that brings the current text back, also much later. */
    remember(): () => void {
      const typed = { values: latest.current, base: startedFrom };
      return () => {
        setStartedFrom(typed.base);
        show(typed.values);
        typing.keep({ ...typed, at: Date.now() });
      };
    },
    /** Resets to the values of the server, except for values typed after `sent` was sent. */
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
