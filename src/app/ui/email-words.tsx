import { Fragment } from "react";
import { shownEmail } from "#platform/texts/shown-email.ts";

/** An email address that a narrow line breaks before the "@" or a dot, and not within a word. */
export function EmailWords({ email }: { email: string }) {
  return shownEmail(email)
    .split(/(?=[@.])/)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ));
}
