import { siteParsers } from "../check/site-parsers.ts";
import { archiveParsers } from "../content/archive/archive-parsers.ts";
import { mailParsers } from "../mail/incoming/mail-parsers.ts";
import { svgParsers } from "../media/uploads/svg-parsers.ts";
import { figureParsers } from "../orders/reports/figures/figure-parsers.ts";
import type { Parser } from "../platform/parsing/parser.ts";

/** Everything that parses bytes of strangers, customers and websites. */
export const parsers: readonly Parser<never, unknown>[] = [
  ...Object.values(figureParsers),
  ...Object.values(mailParsers),
  ...Object.values(archiveParsers),
  ...Object.values(siteParsers),
  ...Object.values(svgParsers),
];
