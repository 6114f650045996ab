import type { ReactNode } from "react";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { Drawings } from "../drawings/drawings.tsx";
import { useLook } from "../look-context.ts";
import { useSheet } from "../styles/style-sheets.ts";
import panelFrameSheet from "./panel-frame.css?sheet";
import { SkipLink } from "./skip-link.tsx";

interface PanelPlace {
  readonly label: string;
  readonly path: string;
  /** True if the bar at the bottom of a phone shows the place. */
  readonly isOnPhone: boolean;
}

interface PanelFrameProps {
  places: readonly PanelPlace[];
  businessName: string;
  email: string;
  children: ReactNode;
}

/**
 * The frame of the panel around the account pages, so that a person of the team stays in the panel.
 * These pages work without scripts, so the frame has only the links of the panel's own frame.
 */
export function PanelFrame({ places, businessName, email, children }: PanelFrameProps) {
  const { hasDrawings } = useLook();
  useSheet(panelFrameSheet);
  return (
    <div className="panel-frame">
      <SkipLink />
      <Drawings />
      <header className="panel-frame__head">
        <a className="panel-frame__brand" href="/admin">
          {hasDrawings ? (
            <>
              <svg width="18" height="22" aria-hidden="true">
                <use href="#sprout" />
              </svg>
              Furrow
            </>
          ) : (
            <span>{businessName}</span>
          )}
        </a>
        <span className="panel-frame__email">{shownEmail(email)}</span>
      </header>
      <nav className="panel-frame__places" aria-label="Admin panel">
        <ul>
          {places.map(({ label, path, isOnPhone }) => (
            <li key={path} data-phone={isOnPhone || undefined}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
        <ul>
          <li>
            <a href="/">View the site</a>
          </li>
          <li data-phone="true">
            <a href="/account" aria-current="true">
              Your account
            </a>
          </li>
          <li>
            <form method="post" action="/sign-out">
              <button type="submit">Sign out</button>
            </form>
          </li>
        </ul>
      </nav>
      <main id="content" className="panel-frame__main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
