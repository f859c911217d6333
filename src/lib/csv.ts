// CSV after RFC 4180, safe to open in a spreadsheet: a text that begins like a formula would run.
// Text is always in quotes, because spreadsheets of many languages separate by `;` instead.

const number = /^-?\d+(\.\d+)?$/;

/**
 * Where a formula could begin, full-width letters too: at the start, and behind what a spreadsheet
 * may take for the end of a cell. Spaces, quotes and invisible letters between are passed over.
 */
const formulas = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;,\t\r\n])[\s\p{Cf}"']*)/gu;

/** Numbers stay as they are, those below zero too. */
export function csvCell(text: string): string {
  if (text === '' || number.test(text)) return text;
  const harmless = text.replace(formulas, "'").replace(/^(?=[\t\r])/, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** With its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
