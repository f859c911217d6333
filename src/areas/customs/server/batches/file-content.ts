// What a file of a batch contains, and why a whole file is refused.
import { InvalidInput } from '#kernel/http/errors.ts';
import { batchLinesMax, referenceMax } from '../../wire/batches/batches.constants.ts';

export type FileEntry = {
  /** Its first line in the file, where the header is line 1; in JSON its position. */
  line: number;
  reference: string;
  input: Record<string, unknown>;
  /** Found before the contract's schema sees it, by field. */
  problems?: Record<string, string[]>;
};
export type FileContent = { lines: number; entries: FileEntry[] };

export const fileError = (message: string) => new InvalidInput({ file: [message] });

/** A stranger's file may have thousands of wrong names. */
const namedMax = 20;

export function unknownColumnsError(names: Iterable<string>): InvalidInput {
  const all = [...new Set(names)];
  const named = all.slice(0, namedMax).map((name) => name.slice(0, 100));
  const more = all.length > namedMax ? ` and ${all.length - namedMax} more` : '';
  return fileError(`Unknown columns: ${named.join(', ')}${more}.`);
}

export const longReference = `Ensure a reference has no more than ${referenceMax} characters.`;

export const tooManyLines = () =>
  fileError(`The file has more than ${batchLinesMax} lines. Divide it.`);
export const emptyFile = () => fileError('The file has no lines.');
