/**
 * Characters that begin a formula in a spreadsheet, and tab and CR, which a spreadsheet drops
 * before a formula.
 */
const opensFormula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its line end. A cell that begins like a formula gets an
 * apostrophe, so that a spreadsheet does not calculate what a stranger typed.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const harmless = opensFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
