import { Fragment } from "react";
import type { PageLink } from "../site-frame/page-links.ts";

interface LegalNoteProps {
  /** The action, such as "register". */
  deed: string;
  documents: readonly PageLink[];
}

/** A note beside the button about what the customer accepts. */
export function LegalNote({ deed, documents }: LegalNoteProps) {
  if (documents.length === 0) return null;
  return (
    <p className="text-field__hint">
      When you {deed}, you accept the{" "}
      {documents.map(({ href, title }, index) => (
        <Fragment key={href}>
          {index > 0 && (index === documents.length - 1 ? " and the " : ", the ")}
          <a href={href}>{title}</a>
        </Fragment>
      ))}
      .
    </p>
  );
}
