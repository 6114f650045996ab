import type { ReactNode } from "react";
import { useBusinessName } from "#app/document/business-name.ts";
import type { ErrorDescription } from "../describe-error.ts";
import { FurrowLines } from "../drawings/drawings.tsx";
import { ButtonLink } from "../forms/button.tsx";
import { useSheet } from "../styles/style-sheets.ts";
import messagePagesSheet from "./message-pages.css?sheet";

export function ThanksMessage({ title, children }: { title: string; children: ReactNode }) {
  useSheet(messagePagesSheet);
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

export function ErrorPage({ status, title, detail }: ErrorDescription) {
  useSheet(messagePagesSheet);
  return (
    <div className="error-page grid">
      {/* Replaces the document title that the route has set. */}
      <title>{`${title} · ${useBusinessName()}`}</title>
      <FurrowLines />
      <p className="error-page__status">{status}</p>
      <div className="error-page__words">
        <h1>{title}</h1>
        <p>{detail}</p>
        <ButtonLink href="/">Back Home</ButtonLink>
      </div>
    </div>
  );
}
