import type { ReactNode } from "react";
import { Icon } from "../drawings/icon.tsx";

interface SummaryCardProps {
  label: string;
  value: ReactNode;
  href?: string;
  hint?: ReactNode;
}

/** A figure on the dashboard; with a link, the whole card is clickable. */
export function SummaryCard({ label, value, href, hint }: SummaryCardProps) {
  return (
    <div className="summary-card">
      <h2 className="summary-card__label">
        {href ? (
          <a href={href}>
            {label}
            <Icon name="arrow" />
          </a>
        ) : (
          label
        )}
      </h2>
      <p className="summary-card__value">{value}</p>
      {hint && <p className="summary-card__hint">{hint}</p>}
    </div>
  );
}
