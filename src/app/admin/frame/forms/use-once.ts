import { useRef } from "react";

/**
 * Ignores a request while an identical request is in progress, because an admin can click twice
 * before the button shows the first click. The returned function sends the request with `ask` and
 * resolves together with `ask`, or at once for an ignored request.
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
