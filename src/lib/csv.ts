// CSV after RFC 4180, safe to open in a spreadsheet.

const number = /^-?\d+(\.\d+)?$/;

/** A spreadsheet runs what begins like a formula; an amount below zero is none. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
