import { useNotifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { loadOnce } from "#platform/load-once.ts";

const loadCorner = loadOnce(() => import("./toast-container.tsx"));

/**
 * Loads the code of toasts while the browser is idle, before the first toast, because the first
 * toast may be about a lost connection.
 */
export function Toasts() {
  const { notifications } = useNotifications();
  const [Corner, setCorner] = useState<ComponentType | null>(null);
  const isLoaded = Corner !== null;
  const said = notifications.length;
  // If loading the code failed, the next toast tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast triggers the retry
  useEffect(() => {
    if (isLoaded) return;
    return whenQuiet(() => {
      // If the code cannot be loaded, forms still show their errors.
      loadCorner().then(
        ({ default: loaded }) => setCorner(() => loaded),
        () => {},
      );
    });
  }, [isLoaded, said]);
  return Corner && <Corner />;
}

function whenQuiet(act: () => void): () => void {
  // Some browsers have no `requestIdleCallback`.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
