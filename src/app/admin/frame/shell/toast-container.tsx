import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";

/**
 * Over the header, because buttons such as Publish and a phone's navigation can be anywhere below
 * it.
 */
const position = "top-center";

export default function NoticeCorner() {
  useEffect(leaveRoom, []);
  return <Notifications position={position} notificationMaxHeight="50dvh" withinPortal={false} />;
}

/**
 * Sets `--notices-height` to the height of the toasts, so that an element that gets the focus is
 * scrolled below them.
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
