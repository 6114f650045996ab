import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export default function NoticeCorner() {
  return <Notifications position="top-right" notificationMaxHeight="50dvh" />;
}
