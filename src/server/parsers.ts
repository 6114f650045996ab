import { statementParsers } from "../bookkeeping/statements/statement-parsers.ts";
import { siteParsers } from "../check/site-parsers.ts";
import { redirectParsers } from "../content/addresses/redirect-parsers.ts";
import { archiveParsers } from "../content/archive/archive-parsers.ts";
import { lookFileParsers } from "../look/look-file/look-file-parsers.ts";
import { fontParsers } from "../look/typefaces/font-parsers.ts";
import { mailParsers } from "../mail/incoming/mail-parsers.ts";
import { svgParsers } from "../media/uploads/svg-parsers.ts";
import type { Parser } from "../platform/parsing/parser.ts";
import { figureParsers } from "../reports/figures/figure-parsers.ts";

/** Everything that parses bytes of strangers, customers and websites. */
export const parsers: readonly Parser<never, unknown>[] = [
  ...Object.values(figureParsers),
  ...Object.values(statementParsers),
  ...Object.values(mailParsers),
  ...Object.values(archiveParsers),
  ...Object.values(redirectParsers),
  ...Object.values(lookFileParsers),
  ...Object.values(siteParsers),
  ...Object.values(svgParsers),
  ...Object.values(fontParsers),
];
