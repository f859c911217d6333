// CSV (RFC 4180) that is safe to open in a spreadsheet, which would execute text that looks like a
// formula. Text is always quoted, because spreadsheets of many locales separate cells by `;`.

const number = /^-?\d+(\.\d+)?$/;

/**
 * The positions where a formula could start, including full-width characters: at the start, and
 * after what a spreadsheet may treat as the end of a cell, ignoring spaces, quotes and invisible
 * characters.
 */
const formulas = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;,\t\r\n])[\s\p{Cf}"']*)/gu;

/** Numbers, including negative ones, stay unquoted. */
export function csvCell(text: string): string {
  if (text === '' || number.test(text)) return text;
  const harmless = text.replace(formulas, "'").replace(/^(?=[\t\r])/, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Includes the line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
