import { useRef } from "react";

/**
 * Ignores a request while an identical request is in progress, because an admin can click twice
 * before the button shows the first click. `ask` resolves when the response has arrived, and the
 * returned promise resolves then, too; for an ignored request, it resolves at once.
 */
export function useOnce(): (what: unknown, ask: () => Promise<unknown>) => Promise<void> {
  const underWay = useRef(new Set<string>());
  return async (what, ask) => {
    const key = JSON.stringify(what);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    try {
      await ask();
    } finally {
      underWay.current.delete(key);
    }
  };
}
