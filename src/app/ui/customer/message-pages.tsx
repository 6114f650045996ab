import type { ReactNode } from "react";
import { useBusinessName } from "#app/document/business-name.ts";
import plainMessagesSheet from "#app/looks/plain-messages.css?sheet";
import type { ErrorDescription } from "../describe-error.ts";
import { FurrowLines } from "../drawings/drawings.tsx";
import { Icon } from "../drawings/icon.tsx";
import { ButtonLink } from "../forms/button.tsx";
import { useLook } from "../look-context.ts";
import { useSheet } from "../styles/style-sheets.ts";
import messagePagesSheet from "./message-pages.css?sheet";

export function ThanksMessage({ title, children }: { title: string; children: ReactNode }) {
  const { hasDrawings } = useMessageSheets();
  return (
    <div className="thanks-message grid">
      <div className="thanks-message__words">
        {hasDrawings ? (
          <svg className="thanks-message__sprout" viewBox="0 0 24 28" aria-hidden="true">
            <use href="#sprout" />
            <path d="M0 28h96" />
          </svg>
        ) : (
          <span className="thanks-message__mark">
            <Icon name="check" />
          </span>
        )}
        <h1>{title}</h1>
        <div className="thanks-message__body">{children}</div>
      </div>
    </div>
  );
}

function useMessageSheets() {
  const look = useLook();
  useSheet(messagePagesSheet, ...(look.hasDrawings ? [] : [plainMessagesSheet]));
  return look;
}

export function ErrorPage({ status, title, detail }: ErrorDescription) {
  useMessageSheets();
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
