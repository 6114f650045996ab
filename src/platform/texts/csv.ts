/** What a spreadsheet takes for the start of a formula, or drops so that a formula comes to the front. */
const opensFormula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its line end. A cell that a spreadsheet would read as a formula gets an
 * apostrophe in front and is shown as text: names and messages are typed by strangers.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const harmless = opensFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
