import { siteParsers } from "../check/site-parsers.ts";
import { redirectParsers } from "../content/addresses/redirect-parsers.ts";
import { archiveParsers } from "../content/archive/archive-parsers.ts";
import { mailParsers } from "../mail/incoming/mail-parsers.ts";
import { svgParsers } from "../media/uploads/svg-parsers.ts";
import type { Parser } from "../platform/parsing/parser.ts";
import { figureParsers } from "../reports/figures/figure-parsers.ts";

/** Everything that parses bytes of strangers, customers and websites. */
export const parsers: readonly Parser<never, unknown>[] = [
  ...Object.values(figureParsers),
  ...Object.values(mailParsers),
  ...Object.values(archiveParsers),
  ...Object.values(redirectParsers),
  ...Object.values(siteParsers),
  ...Object.values(svgParsers),
];
