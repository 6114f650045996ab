import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";

const position = "bottom-right";

export default function NoticeCorner() {
  useEffect(leaveRoom, []);
  return <Notifications position={position} notificationMaxHeight="50dvh" withinPortal={false} />;
}

/**
 * Sets `--notices-height` to the height of the toasts, so that content below them can be scrolled
 * into view.
 */
function leaveRoom(): (() => void) | undefined {
  const corner = document.querySelector(`.mantine-Notifications-root[data-position=${position}]`);
  if (corner === null) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty("--notices-height", `${corner.clientHeight}px`);
  });
  observer.observe(corner);
  return () => observer.disconnect();
}
