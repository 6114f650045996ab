import { useRef } from "react";

/**
 * Ignores a request while an identical one is in progress, because a second click can come before
 * the first is shown. `ask` resolves with the response.
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
