import type { Parser } from "#platform/parsing/parser.ts";
import type { GivenStatement } from "./file-reading.ts";
import type { ReadStatement } from "./statement-row.ts";

const statement: Parser<GivenStatement, ReadStatement> = {
  name: "statement of an account",
  lane: "files",
  // 200,000 rows, also on a busy machine.
  parsingMs: 90_000,
  excess:
    "Reading this file takes more time or memory than this site allows. Export a shorter period.",
  async load() {
    const { readStatement } = await import("./read-statement.ts");
    return readStatement;
  },
};

export const statementParsers = { statement };
