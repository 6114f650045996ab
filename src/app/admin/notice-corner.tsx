import "@mantine/notifications/styles.css";
import "./notice-corner.css";
import { Notifications } from "@mantine/notifications";

export default function NoticeCorner() {
  return <Notifications position="top-right" notificationMaxHeight="50dvh" />;
}
