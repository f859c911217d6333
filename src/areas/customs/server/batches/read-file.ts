// Reads the file of a batch into the inputs of single calculations. What is wrong with the whole
// file is refused at once; what is wrong with a line belongs to its own result.

import { type BatchFormat, batchBytesMax } from '../../wire/batches/batches.constants.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { type FileContent, fileError } from './file-content.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';

/** Throws InvalidInput on the field `file`. */
export function readBatchFile(kind: ImportKind, format: BatchFormat, bytes: Buffer): FileContent {
  if (bytes.length > batchBytesMax) throw fileError('The file is larger than 8 MiB. Divide it.');
  const text = decode(bytes);
  return format === 'csv' ? readCsv(kind, text) : readJson(kind, text);
}

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw fileError('This is not a text file in UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
}
