import { expect, test } from "vitest";
import { openParsers, responseTo } from "../../tests/support/parsers.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import {
  worstFiles,
  worstLines,
  worstMails,
  worstSvgs,
  worstTables,
  worstZips,
} from "../../tests/support/worst-inputs.ts";
import { statementParsers } from "../bookkeeping/statements/statement-parsers.ts";
import { siteParsers } from "../check/site-parsers.ts";
import { archiveParsers } from "../content/archive/archive-parsers.ts";
import { mailParsers } from "../mail/incoming/mail-parsers.ts";
import { svgParsers } from "../media/uploads/svg-parsers.ts";
import { AppError } from "../platform/errors.ts";
import type { Parser } from "../platform/parsing/parser.ts";
import { figureParsers } from "../reports/figures/figure-parsers.ts";

type WorstInput = readonly [
  title: string,
  parser: Parser<never, unknown>,
  make: () => unknown,
  refusal: RegExp | undefined,
];

/** The worst inputs of a parser; an input without a refusal may get an answer or any refusal. */
function worstOf<Input, From>(
  parser: Parser<Input, unknown>,
  inputs: Readonly<Record<string, () => From>>,
  to: (from: From) => Input,
  refusals: Readonly<Record<string, RegExp>> = {},
): WorstInput[] {
  return Object.entries(inputs).map(([title, make]) => [
    title,
    parser as Parser<never, unknown>,
    () => to(make()),
    refusals[title],
  ]);
}

const mapping = { source: "Bing", uses: ["day", "sum"], decimals: "point", days: "year first" };
const robots = responseTo("/robots.txt", "User-agent: *\nDisallow: /till/", "text/plain");
const same = <Input>(input: Input) => input;

const worst: readonly WorstInput[] = [
  ...worstOf(
    figureParsers.figures,
    worstTables,
    (bytes) => ({ file: { name: "a.csv", bytes }, mapping }),
    {
      "10 MB of commas": /more than 40 columns/,
      "10 MB of quotation marks": /^The row on line 1 is longer than/,
      "10 MB of line ends": /more than 2,000,000 cells/,
    },
  ),
  ...worstOf(statementParsers.statement, worstTables, (bytes) => ({ bytes, timeZone: "UTC" }), {
    "10 MB of commas": /more than 200 columns/,
    "10 MB of line ends": /^This is neither/,
  }),
  ...worstOf(
    figureParsers.figures,
    worstZips,
    (bytes) => ({ file: { name: "a.zip", bytes }, mapping: undefined }),
    { "a zip that unpacks to 100 MB": /larger than 50 MB/, "a zip of 60,000 files": /20 files/ },
  ),
  ...worstOf(mailParsers.whole, worstMails, same),
  ...worstOf(svgParsers.clean, worstSvgs, same, {
    "an SVG of 4,900 groups inside each other": /inside each other/,
    "an SVG of 1 MB of attributes": /inside each other/,
  }),
  ...worstOf(
    archiveParsers.line,
    Object.fromEntries(
      Object.entries(worstLines).map(([title, line]) => [title, () => line(1_999_900)]),
    ),
    (text) => ({ text, number: 1 }),
    {
      "a line of open brackets": /not JSON/,
      "a line of empty objects": /does not know its format/,
    },
  ),
  ...worstOf(
    siteParsers.robots,
    { "a robots.txt of 500 kB of patterns": worstFiles.robots },
    (text) => ({
      body: new TextEncoder().encode(text),
      agent: "FurrowCheck",
      path: `/${"a".repeat(400)}`,
    }),
  ),
  ...worstOf(siteParsers.page, { "a page of 2 MB of links": worstFiles.page }, (text) => {
    const page = responseTo("/", text);
    return {
      facts: { asked: page.asked, at: 0, page, robots, secureFailure: null },
      mostLinks: 300,
    };
  }),
  ...worstOf(
    siteParsers.addresses,
    { "a sitemap of 500 kB beside a robots.txt of 500 kB": worstFiles.sitemap },
    (text) => ({
      origin: "https://sound.test",
      robots: responseTo("/robots.txt", worstFiles.robots(), "text/plain"),
      sitemap: responseTo("/sitemap.xml", text, "application/xml"),
    }),
  ),
];

test.each(worst)(
  "is answered or refused with a sentence: %s",
  async (_title, parser, make, refusal) => {
    const parsing = openParsers()(parser, make() as never).then(
      () => "answered",
      (error: unknown) => (error instanceof AppError ? error.message : `no refusal: ${error}`),
    );
    if (refusal !== undefined) expect(await parsing).toMatch(refusal);
    else expect(["answered", parser.excess]).toContain(await parsing);
  },
  scaled(60_000),
);
