import { describe, expect, test } from "vitest";
import { sampleMail } from "../../tests/support/mail/sample-mails.ts";
import { parseHere } from "../../tests/support/parse-here.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import {
  worstFiles,
  worstLines,
  worstMails,
  worstSvgs,
  worstTables,
  worstZips,
} from "../../tests/support/worst-inputs.ts";
import type { Exchange, FetchedResponse } from "../check/engine/facts.ts";
import { siteParsers } from "../check/site-parsers.ts";
import { archiveParsers } from "../content/archive/archive-parsers.ts";
import { mailParsers } from "../mail/incoming/mail-parsers.ts";
import { svgParsers } from "../media/uploads/svg-parsers.ts";
import { AppError } from "../platform/errors.ts";
import type { Parse, Parser, ParsingLane } from "../platform/parsing/parser.ts";
import { openParsing, parsingLimits } from "../platform/parsing/parsing-threads.ts";
import { figureParsers } from "../reports/figures/figure-parsers.ts";
import { parsers } from "./parsers.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
/** On a busy machine, a thread needs seconds to load the modules of a test. */
const patient = (lane: ParsingLane) => ({
  ...parsingLimits[lane],
  parsingMs: scaled(parsingLimits[lane].parsingMs),
});
const limits = { files: patient("files"), websites: patient("websites") };
const open = (program = new URL("parsing-thread.ts", import.meta.url)) =>
  openParsing(program, new AbortController().signal, limits);

const response = (
  path: string,
  body: string | Uint8Array,
  type = "text/html",
): FetchedResponse => ({
  asked: `https://site.test${path}`,
  hops: [],
  address: `https://site.test${path}`,
  status: 200,
  headers: [["content-type", type]],
  body: typeof body === "string" ? bytes(body) : body,
  isCut: false,
  firstByteMs: 1,
});
const robots: Exchange = response("/robots.txt", "User-agent: *\nDisallow: /till/", "text/plain");
const page = response("/", "<!doctype html><title>Bread</title><a href='/rye/'>Rye</a>");
const facts = { asked: page.asked, at: 0, page, robots, secureFailure: null };
const sitemap = (urls: string) =>
  response("/sitemap.xml", `<urlset>${urls}</urlset>`, "application/xml");

interface Sample {
  readonly parser: Parser<never, unknown>;
  readonly input: unknown;
  readonly answer: object;
}

function sample<Input>(parser: Parser<Input, unknown>, input: Input, answer: object): Sample {
  return { parser: parser as Parser<never, unknown>, input, answer };
}

const csv = { name: "a.csv", bytes: bytes("Day,Visits\n2026-11-01,3\n2026-11-02,4\n") };
const mapping = { source: "Bing", uses: ["day", "sum"], decimals: "point", days: "year first" };

/** What each parser answers about a small input. */
const samples: readonly Sample[] = [
  sample(
    figureParsers.preview,
    { file: csv, table: undefined },
    { rowCount: 2, uses: ["day", "none"] },
  ),
  sample(figureParsers.figures, { file: csv, mapping }, [{ firstDay: "2026-11-01" }]),
  sample(mailParsers.whole, sampleMail({ subject: "Bread" }), { subject: "Bread", reason: null }),
  sample(mailParsers.headersAlone, sampleMail({ subject: "Bread" }), { isUnparsed: true }),
  sample(
    archiveParsers.line,
    { text: '{"kind":"end","records":0,"attachments":0}', number: 9 },
    { kind: "end" },
  ),
  sample(
    svgParsers.clean,
    bytes('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'),
    expect.stringMatching(/^<svg .*width="1920".*<path /) as object,
  ),
  sample(siteParsers.page, { facts, mostLinks: 5 }, { summary: { title: "Bread" } }),
  sample(
    siteParsers.robots,
    { body: bytes("User-agent: *\nDisallow: /till/"), agent: "FurrowCheck", path: "/till/1" },
    { isAllowed: false, rule: { line: 2 } },
  ),
  sample(
    siteParsers.addresses,
    {
      origin: "https://site.test",
      robots,
      sitemap: sitemap(
        ["/rye/", "/till/1", "/menu.pdf"]
          .map((path) => `<url><loc>https://site.test${path}</loc></url>`)
          .join(""),
      ),
    },
    { pages: ["https://site.test/rye/"], count: 1 },
  ),
];

describe("Every parser", () => {
  test("is listed once, and has a sample and a sentence for an input that exceeds its limits", () => {
    const names = parsers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(samples.map(({ parser }) => parser.name).toSorted()).toEqual(names.toSorted());
    for (const { excess } of parsers) expect(excess).toMatch(/^[A-Z].*\.$/);
  });

  const inThread: Parse = open();
  test.each(samples.map((one) => [one.parser.name, one] as const))(
    "answers the same in a thread and without one: %s",
    async (_name, { parser, input, answer }) => {
      const given = await inThread(parser, input as never);
      expect(given).toMatchObject(answer);
      expect(given).toEqual(await parseHere(parser, input as never));
    },
  );
});

type WorstInput = readonly [
  title: string,
  make: () => Omit<Sample, "answer">,
  refusal: RegExp | null,
];

/** The worst inputs of each parser; a refusal of null stands for an answer or any refusal. */
function worstOf<Input>(
  parser: Parser<Input, unknown>,
  inputs: Readonly<Record<string, () => Input>>,
  refusals: Readonly<Record<string, RegExp>> = {},
): WorstInput[] {
  return Object.entries(inputs).map(([title, make]) => [
    title,
    () => sample(parser, make(), {}),
    refusals[title] ?? null,
  ]);
}

const mapped = <From, To>(inputs: Readonly<Record<string, () => From>>, to: (from: From) => To) =>
  Object.fromEntries(Object.entries(inputs).map(([title, make]) => [title, () => to(make())]));

const worst: readonly WorstInput[] = [
  ...worstOf(
    figureParsers.figures,
    mapped(worstTables, (table) => ({ file: { name: "a.csv", bytes: table }, mapping })),
    {
      "10 MB of commas": /more than 40 columns/,
      "10 MB of quotation marks": /^The row on line 1 is longer than/,
      "10 MB of line ends": /more than 2,000,000 cells/,
    },
  ),
  ...worstOf(
    figureParsers.figures,
    mapped(worstZips, (zip) => ({ file: { name: "a.zip", bytes: zip }, mapping: undefined })),
    { "a zip that unpacks to 100 MB": /larger than 50 MB/, "a zip of 60,000 files": /20 files/ },
  ),
  ...worstOf(mailParsers.whole, worstMails),
  ...worstOf(svgParsers.clean, worstSvgs, {
    "an SVG of 4,900 groups inside each other": /inside each other/,
    "an SVG of 1 MB of attributes": /inside each other/,
  }),
  ...worstOf(
    archiveParsers.line,
    mapped(
      Object.fromEntries(
        Object.entries(worstLines).map(([title, line]) => [title, () => line(1_999_900)]),
      ),
      (text) => ({ text, number: 1 }),
    ),
    {
      "a line of open brackets": /not JSON/,
      "a line of empty objects": /does not know its format/,
    },
  ),
  ...worstOf(siteParsers.robots, {
    "a robots.txt of 500 kB of patterns": () => ({
      body: bytes(worstFiles.robots()),
      agent: "FurrowCheck",
      path: `/${"a".repeat(400)}`,
    }),
  }),
  ...worstOf(siteParsers.page, {
    "a page of 2 MB of links": () => ({
      facts: { ...facts, page: response("/", worstFiles.page()) },
      mostLinks: 300,
    }),
  }),
  ...worstOf(siteParsers.addresses, {
    "a sitemap of 500 kB beside a robots.txt of 500 kB": () => ({
      origin: "https://sound.test",
      robots: response("/robots.txt", worstFiles.robots(), "text/plain"),
      sitemap: response("/sitemap.xml", worstFiles.sitemap(), "application/xml"),
    }),
  }),
];

test.each(worst)(
  "is answered or refused with a sentence: %s",
  async (_title, make, refusal) => {
    const { parser, input } = make();
    const parsing = open()(parser, input as never).then(
      () => "answered",
      (error: unknown) => (error instanceof AppError ? error.message : `no refusal: ${error}`),
    );
    if (refusal !== null) expect(await parsing).toMatch(refusal);
    else expect(["answered", parser.excess]).toContain(await parsing);
  },
  scaled(60_000),
);
