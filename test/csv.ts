import { parse } from 'csv-parse/sync';

/** The rows of a file as a spreadsheet reads them, its heads first. */
export const readCsv = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' });
