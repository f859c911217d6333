// A JSON file: a list of the bodies of single calls, each with a `reference` if you like.
import { isObject } from '#lib/is-object.ts';
import { batchLinesMax, referenceMax } from '../../wire/batches/batches.constants.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { jsonPaths } from './batch-columns.ts';
import {
  emptyFile,
  type FileContent,
  type FileEntry,
  fileError,
  longReference,
  tooManyLines,
  unknownColumnsError,
} from './file-content.ts';

/** Of an item of goods: its list, its position, its facts. */
const depthMax = 3;

/** Paths of a value without positions in lists. */
function* walkPaths(value: unknown, path = '', depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null) yield path;
  else if (depth > depthMax) yield `${path} (nested too deeply)`;
  else
    for (const [key, inner] of Object.entries(value)) {
      const name = path ? `${path}.${key}` : key;
      yield* walkPaths(inner, Array.isArray(value) ? path : name, depth + 1);
    }
}

/** PostgreSQL can store neither NUL nor lone surrogates, which JSON can escape. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

function parseList(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // The message of the parser quotes the file.
  }
  throw fileError('The file is not a list in JSON: [{"destination_country": "DE", ...}, ...].');
}

function toEntry(value: unknown, line: number): FileEntry {
  const own = { line, reference: String(line) };
  if (!isObject(value))
    return { ...own, input: {}, problems: { non_field_errors: ['Expected an object.'] } };
  const { reference, ...input } = value;
  if (reference === undefined || reference === null || reference === '') return { ...own, input };
  const isText = typeof reference === 'string' || typeof reference === 'number';
  if (!isText) return { ...own, input, problems: { reference: ['Not a valid string.'] } };
  const text = String(reference).trim();
  const named = { line, reference: text.slice(0, referenceMax) || own.reference, input };
  return text.length > referenceMax
    ? { ...named, problems: { reference: [longReference] } }
    : named;
}

const countLines = (kind: ImportKind, { input }: FileEntry): number =>
  kind === 'goods' && Array.isArray(input.items) ? Math.max(1, input.items.length) : 1;

/** Throws InvalidInput on the field `file`. */
export function readJson(kind: ImportKind, text: string): FileContent {
  const list = parseList(text);
  if (list.length === 0) throw emptyFile();
  if (list.length > batchLinesMax) throw tooManyLines();
  const unknown = new Set<string>();
  for (const value of list)
    if (isObject(value))
      for (const path of walkPaths(value)) if (!jsonPaths[kind].has(path)) unknown.add(path);
  if (unknown.size > 0) throw unknownColumnsError(unknown);
  // Anything else in the list is not stored, and may be nested too deeply to write out.
  if (unstorable.test(JSON.stringify(list.filter(isObject))))
    throw fileError('The file contains text that is not valid Unicode.');
  const entries = list.map((value, at) => toEntry(value, at + 1));
  const lines = entries.reduce((sum, entry) => sum + countLines(kind, entry), 0);
  if (lines > batchLinesMax) throw tooManyLines();
  return { lines, entries };
}
