import type { FetchedResponse } from "#check/engine/facts.ts";
import type { Parse, ParsingLane } from "#platform/parsing/parser.ts";
import { openParsing, parsingLimits } from "#platform/parsing/parsing-threads.ts";
import { scaled } from "./time-limits.ts";

/** On a busy machine, a thread needs seconds to load the modules of a test. */
const patient = (lane: ParsingLane) => ({
  ...parsingLimits[lane],
  parsingMs: scaled(parsingLimits[lane].parsingMs),
});

/** Parses in new threads of the program's sources. */
export function openParsers(): Parse {
  const program = new URL("../../src/server/parsing-thread.ts", import.meta.url);
  const limits = { files: patient("files"), websites: patient("websites") };
  return openParsing(program, new AbortController().signal, limits);
}

/** What a website answers to the check. */
export function responseTo(
  path: string,
  body: string | Uint8Array,
  type = "text/html",
): FetchedResponse {
  return {
    asked: `https://site.test${path}`,
    hops: [],
    address: `https://site.test${path}`,
    status: 200,
    headers: [["content-type", type]],
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    isCut: false,
    firstByteMs: 1,
  };
}
