import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";

/** Loaded when it is first wanted: most visits to the panel do without it. */
const JumpWindow = lazy(() => import("./jump-window.tsx"));

/** Ctrl or ⌘ with K: to any screen, record or setting by its name. */
export function QuickJump() {
  const [isWanted, setWanted] = useState(false);
  // Once it is there, the window itself opens and closes by these keys.
  useHotkeys(isWanted ? [] : [["mod+K", () => setWanted(true)]]);
  if (!isWanted) return null;
  return (
    <Suspense>
      <JumpWindow />
    </Suspense>
  );
}
