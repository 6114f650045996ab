import { useRef } from "react";

/**
 * Asks for something unless the very same is under way: a second click may come before the first
 * one shows. `ask` ends when there is an answer.
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
