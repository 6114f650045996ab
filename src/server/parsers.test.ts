import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleMail } from "../../tests/support/mail/sample-mails.ts";
import { parseHere } from "../../tests/support/parse-here.ts";
import { openParsers, responseTo } from "../../tests/support/parsers.ts";
import { statementParsers } from "../bookkeeping/statements/statement-parsers.ts";
import { siteParsers } from "../check/site-parsers.ts";
import { redirectParsers } from "../content/addresses/redirect-parsers.ts";
import { archiveParsers } from "../content/archive/archive-parsers.ts";
import { lookFileParsers } from "../look/look-file/look-file-parsers.ts";
import { fontParsers } from "../look/typefaces/font-parsers.ts";
import { mailParsers } from "../mail/incoming/mail-parsers.ts";
import { svgParsers } from "../media/uploads/svg-parsers.ts";
import { figureParsers } from "../reports/figures/figure-parsers.ts";
import { parsers } from "./parsers.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const rules = "User-agent: *\nDisallow: /till/";
const robots = responseTo("/robots.txt", rules, "text/plain");
const page = responseTo("/", "<!doctype html><title>Bread</title><a href='/rye/'>Rye</a>");
const facts = { asked: page.asked, at: 0, page, robots, secureFailure: null };
const csv = { name: "a.csv", bytes: bytes("Day,Visits\n2026-11-01,3\n2026-11-02,4\n") };
const mapping = { source: "Bing", uses: ["day", "sum"], decimals: "point", days: "year first" };
const mail = sampleMail({ subject: "Bread" });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const font = new Uint8Array(
  readFileSync(new URL("../app/ui/fonts/archivo/archivo.woff2", import.meta.url)),
);
const urls = ["/rye/", "/till/1", "/menu.pdf"]
  .map((path) => `<url><loc>https://site.test${path}</loc></url>`)
  .join("");
const sitemap = responseTo("/sitemap.xml", `<urlset>${urls}</urlset>`, "application/xml");

/** What each parser answers about a small input. */
const samples = [
  [figureParsers.preview, { file: csv, table: undefined }, { uses: ["day", "none"] }],
  [figureParsers.figures, { file: csv, mapping }, [{ firstDay: "2026-11-01" }]],
  [
    figureParsers.positions,
    {
      name: "Queries.csv",
      bytes: bytes("Top queries,Clicks,Impressions,CTR,Position\nrye,3,40,7.5%,4.2\n"),
    },
    { firstDay: "", lines: [{ search: "rye", position: "4.2" }] },
  ],
  [
    statementParsers.statement,
    {
      bytes: bytes(
        "id,Type,Source,Amount,Fee,Net,Currency,Created (UTC)\ntxn_1,charge,ch_1,3.00,0.39,2.61,usd,2026-11-01 10:00\n",
      ),
      timeZone: "UTC",
    },
    { format: "stripe", account: "", rowCount: 1 },
  ],
  [mailParsers.whole, mail, { subject: "Bread", reason: null }],
  [mailParsers.headersAlone, mail, { isUnparsed: true }],
  [
    archiveParsers.line,
    { text: '{"kind":"end","records":0,"attachments":0}', number: 9 },
    { kind: "end" },
  ],
  [redirectParsers.lines, bytes("/a,/b\n"), [{ line: 1, from: "/a", to: "/b" }]],
  [fontParsers.own, font, { name: "Archivo SemiBold", facts: { lightest: 600, boldest: 600 } }],
  [
    lookFileParsers.file,
    bytes('{"format":"furrow-look","version":1,"look":{"design":"Print"},"glow":1}'),
    { version: 1, values: [["design", "Print"]], fonts: [], unknown: ["glow"] },
  ],
  [svgParsers.clean, bytes(svg), expect.stringMatching(/^<svg .*width="1920".*<path /)],
  [siteParsers.page, { facts, mostLinks: 5 }, { summary: { title: "Bread" } }],
  [
    siteParsers.robots,
    { body: bytes(rules), agent: "FurrowCheck", path: "/till/1" },
    { isAllowed: false, rule: { line: 2 } },
  ],
  [
    siteParsers.addresses,
    { origin: "https://site.test", robots, sitemap },
    { pages: ["https://site.test/rye/"], count: 1 },
  ],
] as const;

test("every parser is listed once, has a sentence for an excess, and answers the same in a thread and without one", async () => {
  const names = parsers.map(({ name }) => name);
  expect(samples.map(([{ name }]) => name).toSorted()).toEqual(names.toSorted());
  for (const { excess } of parsers) expect(excess).toMatch(/^[A-Z].*\.$/);
  const inThread = openParsers();
  for (const [parser, input, answer] of samples) {
    const given = await inThread(parser as never, input as never);
    expect(given, parser.name).toMatchObject(answer as object);
    expect(given, parser.name).toEqual(await parseHere(parser as never, input as never));
  }
});
