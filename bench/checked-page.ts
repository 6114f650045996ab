// Reads HTML from standard input, checks it as the server does (argument "check") or only parses it
// with htmlparser2 ("parse"), and prints by how many MB the memory of this process grew at most.
import { text } from "node:stream/consumers";
import { parseDocument } from "htmlparser2";
import { siteParsers } from "#check/site-parsers.ts";
import { openParsing } from "#platform/parsing/parsing-threads.ts";
import { factsOfHtml } from "./page-facts.ts";

const thread = new URL("../src/server/parsing-thread.ts", import.meta.url);
const parse = openParsing(thread, new AbortController().signal);
const read = async (html: string) =>
  process.argv[2] === "check"
    ? parse(siteParsers.page, { facts: factsOfHtml(html), mostLinks: undefined })
    : parseDocument(html);

const html = await text(process.stdin);
// The first page loads and compiles what every page needs.
await read(html.slice(0, 10_000));
const before = process.resourceUsage().maxRSS;
await read(html);
console.log((process.resourceUsage().maxRSS - before) / 1024);
process.exit();
