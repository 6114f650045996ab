import { useRef } from "react";

/**
 * Runs `ask` unless an identical request is in progress: a second click may come before the first
 * one shows. `ask` resolves with the response.
 */
export function useOnce(): (what: unknown, ask: () => Promise<unknown>) => void {
  const underWay = useRef(new Set<string>());
  return (what, ask) => {
    const key = JSON.stringify(what);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    void ask().finally(() => underWay.current.delete(key));
  };
}
