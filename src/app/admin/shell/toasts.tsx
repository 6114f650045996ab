import { useNotifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { loadOnce } from "../../../platform/load-once.ts";

const loadCorner = loadOnce(() => import("./toast-container.tsx"));

/**
 * The corner in which the panel says what was done. Nothing waits for it, and it comes before there
 * is anything to say: that may be that the connection is lost.
 */
export function Notices() {
  const { notifications } = useNotifications();
  const [Corner, setCorner] = useState<ComponentType | null>(null);
  const isLoaded = Corner !== null;
  const said = notifications.length;
  // Where it could not be loaded, the next thing that is said tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `said` is what it is tried again for
  useEffect(() => {
    if (isLoaded) return;
    return whenQuiet(() => {
      // Without it a form says what went wrong, and stays.
      loadCorner().then(
        ({ default: loaded }) => setCorner(() => loaded),
        () => {},
      );
    });
  }, [isLoaded, said]);
  return Corner && <Corner />;
}

/** At the first pause, so that it takes no time from the screen that is opened. */
function whenQuiet(act: () => void): () => void {
  // Not every browser tells of pauses.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
