import type { ReactNode } from "react";

/** A thank-you message with the next steps. */
export function ThanksMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="thanks-message grid">
      <div className="thanks-message__words">
        <svg className="thanks-message__sprout" viewBox="0 0 24 28" aria-hidden="true">
          <use href="#sprout" />
          <path d="M0 28h96" />
        </svg>
        <h1>{title}</h1>
        <div className="thanks-message__body">{children}</div>
      </div>
    </div>
  );
}
