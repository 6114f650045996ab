import type { ReactNode } from "react";

interface CustomerPageProps {
  title: string;
  lead?: ReactNode;
  /** The one next step, and signing out where it belongs. */
  actions?: ReactNode;
  children: ReactNode;
}

export function CustomerPage({ title, lead, actions, children }: CustomerPageProps) {
  return (
    <div className="customer-page grid">
      <header className="customer-page__head">
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
