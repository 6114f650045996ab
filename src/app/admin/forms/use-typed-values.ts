import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { KeptTyping, sameValues, type Values } from "./saved-typing.ts";

/**
 * What somebody types into a form, kept in this browser until it is saved: it survives a closed
 * tab, a lost connection, an ended session and a failed save.
 */
export function useTypedValues(key: string, stored: Values, base: number | null) {
  const typing = useMemo(() => new KeptTyping(key), [key]);
  const [values, setValues] = useState<Values>(stored);
  // What follows from an answer follows a little after it was rendered, and may find a letter that came
  // in between.
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
  // What nobody is editing here shows what was saved elsewhere, such as an earlier text that was
  // restored. What somebody has begun to type stays, and is merged when it is saved.
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

  /** What was typed after `sent` had left. */
  function since(sent: Values): Values {
    const typed = Object.entries(latest.current).filter(([name, value]) => value !== sent[name]);
    return Object.fromEntries(typed);
  }

  return {
    values,
    since,
    /** The values that the server had last, as far as this form knows. */
    onServer: () => savedOnServer.current,
    /** The revision to compare with when saving. */
    base: startedFrom,
    /** The revision up to which the author knows what the site says, after a decided conflict. */
    seen,
    /** When what is shown was typed, if it was found in this browser; else null. */
    restoredAt,
    isChanged: !sameValues(values, savedOnServer.current),
    setValue: (name: string, value: string) => change({ ...latest.current, [name]: value }),
    /** Goes on from a newer revision, with these values. */
    rebase(next: Values, nextBase: number | null) {
      setSeen(nextBase);
      setStartedFrom(nextBase);
      show(next);
      typing.keep({ values: next, base: nextBase, at: Date.now() });
    },
    /** How to have back what is typed now once something else stands in its place, also much later. */
    remember(): () => void {
      const typed = { values: latest.current, base: startedFrom };
      return () => {
        setStartedFrom(typed.base);
        show(typed.values);
        typing.keep({ ...typed, at: Date.now() });
      };
    },
    /** Starts anew from what the server has; what was typed after `sent` had left is kept. */
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
