import {
  IconActivityHeartbeat,
  IconAddressBook,
  IconCash,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconMailForward,
  IconPackageExport,
  IconPencil,
  IconPhoto,
  IconReceipt2,
  IconSettings,
  IconShieldLock,
  IconTrash,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";

export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  readonly icon: TablerIcon;
}

/** Entries of the panel's navigation, by frequency of use. */
export const navigation: readonly NavigationEntry[] = [
  { label: "Dashboard", path: "/admin", icon: IconLayoutDashboard },
  { label: "Orders", path: "/total-orders", icon: IconReceipt2 },
  { label: "Payments", path: "/payments", icon: IconCash },
  { label: "Messages", path: "/all-messages", icon: IconMail },
  { label: "Subscribers", path: "/all-subscriber", icon: IconUsers },
  { label: "Mail", path: "/outbox", icon: IconMailForward },
  { label: "People", path: "/people", icon: IconAddressBook },
  { label: "Setting", path: "/setting", icon: IconSettings },
  { label: "Media", path: "/media-library", icon: IconPhoto },
  { label: "Drafts", path: "/drafts", icon: IconPencil },
  { label: "Trash", path: "/trash", icon: IconTrash },
  { label: "Export and import", path: "/content-archive", icon: IconPackageExport },
  { label: "Admin", path: "/add-user", icon: IconShieldLock },
  { label: "Audit log", path: "/audit-log", icon: IconHistory },
  { label: "Status", path: "/status", icon: IconActivityHeartbeat },
];
