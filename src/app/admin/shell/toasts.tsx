import { useNotifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { loadOnce } from "../../../platform/load-once.ts";

const loadCorner = loadOnce(() => import("./toast-container.tsx"));

/**
 * The toasts of the panel, loaded in idle time, before one is needed: the first may be about a lost
 * connection.
 */
export function Toasts() {
  const { notifications } = useNotifications();
  const [Corner, setCorner] = useState<ComponentType | null>(null);
  const isLoaded = Corner !== null;
  const said = notifications.length;
  // After a failed load, the next toast tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast triggers the retry
  useEffect(() => {
    if (isLoaded) return;
    return whenQuiet(() => {
      // Without toasts, forms still show their errors.
      loadCorner().then(
        ({ default: loaded }) => setCorner(() => loaded),
        () => {},
      );
    });
  }, [isLoaded, said]);
  return Corner && <Corner />;
}

/** In idle time, so that it does not delay the screen. */
function whenQuiet(act: () => void): () => void {
  // Some browsers have no `requestIdleCallback`.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
