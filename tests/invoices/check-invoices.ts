// `npm run check-invoices -- DIR [FILE...]`: validates e-invoices with the official rules of
// EN 16931, of which a copy lies in DIR. Without files, generates 1,000 documents and 200 that
// break a rule or just look so, and expects the verdict of Furrow's own check for each.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { InvoiceDocument } from "#invoices/invoice-document.ts";
import { checkDocument } from "#invoices/xml/check-document.ts";
import { ciiOf } from "#invoices/xml/cii.ts";
import { ublOf } from "#invoices/xml/ubl.ts";
import { sampleDocuments, sampleMutants } from "../support/invoices/any-document.ts";
import { type BrokenRules, brokenRules, rulesIn, type Syntax } from "./official-rules.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const [directory, ...files] = positionals;
if (directory === undefined) {
  console.error("Name the folder that has the official rules: npm run check-invoices -- DIR");
  process.exit(1);
}
const problems = files.length > 0 ? await checkFiles() : await checkGenerated();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

async function check(syntax: Syntax, documents: readonly string[]) {
  if (documents.length === 0 || directory === undefined) return [];
  return brokenRules(await rulesIn(directory, syntax), documents);
}

function said({ fatal, warnings }: BrokenRules): string {
  return [...fatal, ...warnings].join(", ");
}

async function checkFiles(): Promise<readonly string[]> {
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(file, "utf8") })),
  );
  const problems: string[] = [];
  for (const syntax of ["UBL", "CII"] as const) {
    const chosen = texts.filter(
      ({ text }) => text.includes("CrossIndustryInvoice") === (syntax === "CII"),
    );
    const results = await check(
      syntax,
      chosen.map(({ text }) => text),
    );
    for (const [nth, result] of results.entries()) {
      const rules = said(result);
      if (rules !== "") problems.push(`${chosen[nth]?.file}: ${rules}`);
    }
  }
  console.log(`${files.length} files, ${problems.length} with broken rules.`);
  return problems;
}

async function checkGenerated(): Promise<readonly string[]> {
  const cases: readonly { readonly change: string; readonly document: InvoiceDocument }[] = [
    ...sampleDocuments(1000).map((document) => ({ change: "", document })),
    ...sampleMutants(200),
  ];
  const written = {
    UBL: cases.map(({ document }) => ublOf(document)),
    CII: cases.map(({ document }) => ciiOf(document)),
  };
  const ubl = await check("UBL", written.UBL);
  const cii = await check("CII", written.CII);
  let refused = 0;
  const problems = cases.flatMap(({ change, document }, nth) => {
    const own = checkDocument(document).map(({ rule }) => rule);
    const results = [ubl[nth], cii[nth]].flatMap((result) => result ?? []);
    const official = [...new Set(results.flatMap(({ fatal }) => fatal))];
    const warnings = results.flatMap((result) => result.warnings);
    if (official.length > 0) refused += 1;
    const isSame = own.length > 0 === results.every(({ fatal }) => fatal.length > 0);
    const hasSame = own.every((rule) => official.includes(rule));
    if (isSame && hasSame && own.length > 0 === official.length > 0 && warnings.length === 0) {
      return [];
    }
    const name = change === "" ? "a document" : `a document with ${change}`;
    return `${nth}, ${name}: own ${own.join(", ")}; official ${results.map(said).join(" / ")}`;
  });
  const disagreements = problems.length;
  console.log(
    `${cases.length} documents in UBL and CII: the official rules refuse ${refused}, and ` +
      `the own check has another verdict for ${disagreements}.`,
  );
  return problems;
}
