import type { Icon } from "#app/ui/icons/drawn-icon.ts";
import { IconBrowser } from "#app/ui/icons/icon-browser.ts";
import { IconCash } from "#app/ui/icons/icon-cash.ts";
import { IconMail } from "#app/ui/icons/icon-mail.ts";
import { IconReceipt2 } from "#app/ui/icons/icon-receipt2.ts";
import { IconSettings } from "#app/ui/icons/icon-settings.ts";
import { IconSun } from "#app/ui/icons/icon-sun.ts";
import { IconUsers } from "#app/ui/icons/icon-users.ts";

export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  /** Further words by which the command palette finds the screen. */
  readonly keywords?: string[];
}

/** A first-level entry of the navigation. */
export interface Section extends NavigationEntry {
  readonly icon: Icon;
  /** Shown as tabs above each screen of the section; empty for a section with one screen. */
  readonly screens: readonly NavigationEntry[];
  /** True if the bar at the bottom of a phone shows the section. */
  readonly isOnPhone?: boolean;
}

/** Most used section first. The path of a section is the path of its first screen. */
export const sections: readonly Section[] = [
  { label: "Today", path: "/admin", icon: IconSun, screens: [], isOnPhone: true },
  {
    label: "Orders",
    path: "/total-orders",
    icon: IconReceipt2,
    isOnPhone: true,
    screens: [
      { label: "All orders", path: "/total-orders" },
      { label: "Board", path: "/orders-board" },
      {
        label: "Offers",
        path: "/admin/offers",
        keywords: ["quotes", "proposals", "order by hand", "phone", "new offer"],
      },
      { label: "My work", path: "/my-work" },
      { label: "Monthly reports", path: "/month-reports" },
      { label: "Who gets new orders", path: "/assignment-rules" },
    ],
  },
  {
    label: "Payments",
    path: "/payments",
    icon: IconCash,
    screens: [
      { label: "Payments", path: "/payments" },
      {
        label: "Subscriptions",
        path: "/subscriptions",
        keywords: ["recurring", "monthly plans", "revenue", "forecast"],
      },
      {
        label: "Coupons",
        path: "/coupons",
        keywords: ["discount codes", "vouchers", "promotion", "new coupon"],
      },
      {
        label: "Invoices",
        path: "/invoices",
        keywords: ["credit notes", "bills", "VAT"],
      },
      {
        label: "Statements",
        path: "/statements",
        keywords: ["reconcile", "bank", "paypal activity", "stripe balance", "csv", "bookkeeping"],
      },
      {
        label: "Months",
        path: "/months",
        keywords: ["close the month", "accountant", "journal", "bookkeeping", "tax"],
      },
    ],
  },
  {
    label: "Messages",
    path: "/all-messages",
    icon: IconMail,
    isOnPhone: true,
    screens: [
      { label: "Inbox", path: "/all-messages" },
      { label: "Sent emails", path: "/outbox" },
      { label: "Received emails", path: "/received-emails" },
    ],
  },
  {
    label: "People",
    path: "/people",
    icon: IconUsers,
    screens: [
      { label: "Customers", path: "/people" },
      { label: "Subscribers", path: "/all-subscriber" },
      { label: "SEO checks", path: "/site-checks" },
      { label: "Team and admins", path: "/add-user" },
      { label: "Roles", path: "/roles" },
    ],
  },
  {
    label: "Site",
    path: "/admin/site",
    icon: IconBrowser,
    isOnPhone: true,
    screens: [
      { label: "Pages", path: "/admin/site" },
      {
        label: "All pages",
        path: "/pages",
        keywords: ["landing pages", "add a page", "town pages", "case studies"],
      },
      {
        label: "Look",
        path: "/edit-look",
        keywords: ["theme", "colours", "colors", "fonts", "typefaces", "design", "brand", "logo"],
      },
      { label: "Articles", path: "/article-list", keywords: ["blog", "posts", "new article"] },
      {
        label: "Menus",
        path: "/edit-menus",
        keywords: ["navigation", "header menu", "footer menu", "links"],
      },
      { label: "Content", path: "/setting" },
      { label: "Plans", path: "/add-pricing", keywords: ["pricing", "packages", "prices"] },
      { label: "Add-ons", path: "/add-ons", keywords: ["extras", "options"] },
      { label: "Media", path: "/media-library" },
      { label: "Email texts", path: "/letters" },
      { label: "Drafts", path: "/drafts" },
      {
        label: "Releases",
        path: "/releases",
        keywords: ["schedule", "publish at a time", "plan"],
      },
      {
        label: "Earlier days",
        path: "/admin/site-as-of",
        keywords: ["as of", "history", "site on a day", "past"],
      },
    ],
  },
  {
    label: "Settings",
    path: "/status",
    icon: IconSettings,
    screens: [
      { label: "Status", path: "/status" },
      {
        label: "General settings",
        path: "/admin/settings",
        keywords: ["mail", "SMTP", "time zone", "working days", "second factor"],
      },
      {
        label: "Payments",
        path: "/settings/payments",
        keywords: ["Stripe", "PayPal", "cards", "bank transfer", "test mode", "go live"],
      },
      {
        label: "Invoice settings",
        path: "/settings/invoices",
        keywords: ["invoice numbers", "seller", "VAT invoice", "credit notes"],
      },
      {
        label: "Tax",
        path: "/settings/tax",
        keywords: ["VAT", "GST", "reverse charge", "tax rate", "VAT number"],
      },
      {
        label: "Accounts",
        path: "/settings/accounts",
        keywords: ["journal", "chart of accounts", "accountant", "tax codes"],
      },
      { label: "Backups", path: "/backups", keywords: ["restore", "download the site"] },
      { label: "Your emails", path: "/admin/your-emails" },
      { label: "Audit log", path: "/audit-log" },
      { label: "Export and import", path: "/content-archive" },
      { label: "Trash", path: "/trash" },
    ],
  },
];

export function sectionsWithout(hidden: readonly string[]): readonly Section[] {
  if (hidden.length === 0) return sections;
  return sections.flatMap((section) => {
    if (section.screens.length === 0) return hidden.includes(section.path) ? [] : section;
    const screens = section.screens.filter(({ path }) => !hidden.includes(path));
    const [first] = screens;
    return first === undefined ? [] : { ...section, path: first.path, screens };
  });
}

/**
 * Sections in the bar at the bottom of a phone. Somebody who may open at most one of the usual ones,
 * such as an accountant, works in the others, so that those come first.
 */
export function sectionsOnPhone(shown: readonly Section[]): readonly Section[] {
  const usual = shown.filter(({ isOnPhone }) => isOnPhone);
  if (usual.length > 1) return usual;
  return [...shown.filter(({ isOnPhone }) => !isOnPhone).slice(0, 3), ...usual];
}

export const navigation: readonly NavigationEntry[] = sections.flatMap((section) =>
  section.screens.length === 0 ? [section] : section.screens,
);

/** Screens that the command palette finds, besides the navigation. */
export const furtherScreens: readonly NavigationEntry[] = [
  { label: "PayPal address", path: "/add-paypal-Email", keywords: ["payment address"] },
  { label: "Due dates in your calendar", path: "/my-work/calendar", keywords: ["ICS", "Google"] },
  {
    label: "Payment reminders",
    path: "/admin/settings#unpaid-orders",
    keywords: ["abandoned orders", "abandoned carts", "unpaid orders", "left before paying"],
  },
  { label: "Send a test email", path: "/admin/test-mail", keywords: ["SMTP"] },
];
