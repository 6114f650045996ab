import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import saxonJs from "saxon-js";

/** Ids of the official rules that a document breaks. */
export interface BrokenRules {
  readonly fatal: readonly string[];
  readonly warnings: readonly string[];
}

export type Syntax = "UBL" | "CII";

/** The rules of a syntax in a copy of the repository eInvoicing-EN16931, or in a folder of it. */
export async function rulesIn(directory: string, syntax: Syntax): Promise<string> {
  const files = await readdir(directory, { recursive: true });
  const file = files.find((name) => name.endsWith(`EN16931-${syntax}-validation.xslt`));
  if (file === undefined) {
    throw new Error(
      `There is no EN16931-${syntax}-validation.xslt in ${directory}. Copy the official rules of ` +
        "EN 16931 there.",
    );
  }
  return join(directory, file);
}

/** All documents at once, because saxon-js compiles the rules anew in each call, for half a minute. */
export function brokenRules(rules: string, documents: readonly string[]): readonly BrokenRules[] {
  const results = saxonJs.XPath.evaluate(
    `transform(map {
      'stylesheet-location': $rules,
      'initial-match-selection': for $document in $documents return parse-xml($document),
      'delivery-format': 'raw'
    })?output`,
    null,
    { params: { rules: pathToFileURL(rules).href, documents }, resultForm: "array" },
  );
  if (results.length !== documents.length) {
    throw new Error(`${documents.length} documents have ${results.length} results.`);
  }
  return results.map((result) => {
    const report = saxonJs.serialize(result, { method: "xml" });
    const failed = [...report.matchAll(/<svrl:failed-assert\b([^>]*)>/g)].map(
      ([, attributes = ""]) => ({
        id: / id="([^"]*)"/.exec(attributes)?.[1] ?? "",
        isFatal: / flag="fatal"/.test(attributes),
      }),
    );
    const idsOf = (isFatal: boolean) => [
      ...new Set(failed.filter((one) => one.isFatal === isFatal).map(({ id }) => id)),
    ];
    return { fatal: idsOf(true), warnings: idsOf(false) };
  });
}
