import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useState } from "react";

const NoticeCorner = lazy(() => import("./notice-corner.tsx"));

/** The corner in which the panel says what was done. Loaded with the first thing that is said. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isWanted, setWanted] = useState(false);
  if (notifications.length > 0 && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <NoticeCorner />
    </Suspense>
  );
}
