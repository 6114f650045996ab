import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useSheet } from "../styles/style-sheets.ts";
import customerPageSheet from "./customer-page.css?sheet";

interface CustomerPageProps {
  title: string;
  lead?: ReactNode;
  /** Buttons beside the title, such as the one that signs out. */
  actions?: ReactNode;
  /** True for a viewer who is not signed in; the page then has no links to account pages. */
  isVisitor?: boolean;
  children: ReactNode;
}

export function CustomerPage(props: CustomerPageProps) {
  useSheet(customerPageSheet);
  const { title, lead, actions, isVisitor = false, children } = props;
  return (
    <div className="customer-page grid">
      <header className="customer-page__head">
        {!isVisitor && <AccountNavigation />}
        <div>
          <h1 className="customer-page__title">{title}</h1>
          {lead && <div className="customer-page__lead">{lead}</div>}
        </div>
        {actions && <div className="customer-page__actions">{actions}</div>}
      </header>
      <div className="customer-page__body">{children}</div>
    </div>
  );
}

const places = [
  { href: "/dashboard", label: "Dashboard" },
  { href: "/my-order", label: "My Orders" },
  { href: "/pending-order", label: "Pending Orders" },
  { href: "/account", label: "Account" },
];

function AccountNavigation() {
  const here = useLocation().pathname.replace(/\/$/, "");
  return (
    <nav className="customer-page__places" aria-label="Your account">
      <ul className="place-links">
        {places.map(({ href, label }) => (
          <li key={href}>
            <a href={href} aria-current={whereFor(href, here)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Value of `aria-current`: "page" for the link to this page, "true" for the link to a parent page.
 */
function whereFor(href: string, here: string): "page" | "true" | undefined {
  if (href === here) return "page";
  return here.startsWith(`${href}/`) ? "true" : undefined;
}
