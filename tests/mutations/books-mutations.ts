import type { Mutation } from "./mutation.ts";

const ruleTests = ["src/invoices/issuing/one-rule.test.ts"];
const invoiceTests = ["src/invoices/issuing/issue-due.test.ts"];
const correctionTests = ["src/invoices/buyer/correct-invoice.test.ts"];
const monthTests = ["src/bookkeeping/months/close-month.test.ts"];
const statementTests = ["src/bookkeeping/statements/reconcile.test.ts"];

export const booksMutations: readonly Mutation[] = [
  {
    protection: "Each document takes the next number of its series",
    file: "src/invoices/series/next-number.server.ts",
    find: 'next: eb("invoice_series.next", "+", 1),',
    replace: 'next: eb("invoice_series.next", "+", 2),',
    tests: invoiceTests,
  },
  {
    protection: "The documents of an order never exceed its price",
    file: "src/invoices/issuing/one-rule.ts",
    find: "return Math.min(priceCents, Math.max(0, net));",
    replace: "return Math.max(0, net);",
    tests: [...invoiceTests, ...ruleTests],
  },
  {
    protection: "What was credited is not credited again",
    file: "src/invoices/issuing/one-rule.ts",
    find: "restCents: totalCents - cents };",
    replace: "restCents: totalCents };",
    tests: [...invoiceTests, ...ruleTests],
  },
  {
    protection: "An invoice is replaced once for the same details",
    file: "src/invoices/buyer/correct-invoice.ts",
    find: "    if (await isAsInvoiced(tx, order)) return { isNew: false };\n",
    replace: "",
    tests: correctionTests,
  },
  {
    protection: "A customer cannot use up the numbers of the series",
    file: "src/invoices/buyer/correct-invoice.ts",
    find: "    await countAttempt(tx, limiterOf(post), [correctionLimit(order.id)]);\n",
    replace: "",
    tests: correctionTests,
  },
  {
    protection: "An unexplained row keeps its month open",
    file: "src/bookkeeping/months/close-month.ts",
    find: "...(openRows > 0",
    replace: "...(openRows < 0",
    tests: monthTests,
  },
  {
    protection: "An entry in no statement keeps its month open",
    file: "src/bookkeeping/months/close-month.ts",
    find: "...(lackingEntries > 0",
    replace: "...(lackingEntries < 0",
    tests: monthTests,
  },
  {
    protection: "Closed months follow one another",
    file: "src/bookkeeping/months/close-month.ts",
    find: "month === monthAfter(last)) return;",
    replace: "month !== last) return;",
    tests: monthTests,
  },
  {
    protection: "What comes late for a closed month counts in the next",
    file: "src/bookkeeping/months/month-entries.server.ts",
    find: "lateFrom: isNext ? (closings[0]?.from ?? null) : null",
    replace: "lateFrom: null",
    tests: monthTests,
  },
  {
    protection: "An entry counts in one month",
    file: "src/bookkeeping/months/month-entries.server.ts",
    find: '.whereRef("counted.entry_id", "=", "entry.id")',
    replace: '.whereRef("counted.entry_id", "<>", "counted.entry_id")',
    tests: monthTests,
  },
  {
    protection: "Only the newest closed month is opened again",
    file: "src/bookkeeping/months/close-month.ts",
    find: "if (newest?.month !== month) {",
    replace: "if (newest === undefined) {",
    tests: monthTests,
  },
  {
    protection: "The explanation of a row of a closed month stays",
    file: "src/bookkeeping/months/explain.ts",
    find: "if (row.closing_id !== null) {",
    replace: "if (row.closing_id === row.name) {",
    tests: monthTests,
  },
  {
    protection: "A statement of which the ledger knows nothing is refused",
    file: "src/bookkeeping/statements/upload-statement.ts",
    find: "if (moneyRows > 0 && knownRows === 0) {",
    replace: "if (moneyRows > 0 && knownRows < 0) {",
    tests: statementTests,
  },
  {
    protection: "A statement of another address than before is refused",
    file: "src/bookkeeping/statements/upload-statement.ts",
    find: "if (earlier.length === 0 || earlier.some((file) => file.account === account)) return;",
    replace: "if (earlier.length >= 0) return;",
    tests: statementTests,
  },
  {
    protection: "An accountant sees no order rooms",
    file: "src/policy/rights.ts",
    find: '"see order rooms": { everyOrder: ["Manager"]',
    replace: '"see order rooms": { everyOrder: ["Manager", "Accountant"]',
    tests: ["src/policy/rights.test.ts"],
  },
];
