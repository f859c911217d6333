import { parse } from 'csv-parse/sync';

/** The rows of a CSV file, including the header. */
export const readCsv = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' });
