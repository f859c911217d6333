// Reads a request's input and validates it against the contract.
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { commonErrors, type Endpoint, type ErrorDeclaration } from '#lib/endpoint.ts';
import { apiError, InvalidInput } from '../errors.ts';
import { fieldErrors, fieldMessage } from './field-errors.ts';
import { fieldNames, ignoredFields } from './known-fields.ts';

// Undeclared files of a form are drained and ignored, up to this number.
const undeclaredFilesMax = 10;
// Deeper than any legitimate input.
const depthMax = 100;

/** Throws InvalidInput with the errors of all fields. */
export async function readInput(endpoint: Endpoint, request: FastifyRequest): Promise<object> {
  const input: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  const parts = { params: request.params, query: request.query, body: request.body ?? {} };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    if (schema === 'raw') {
      input.raw = request.body ?? Buffer.alloc(0);
      continue;
    }
    const unstorable = findUnstorable(parts[part]);
    if (unstorable) throw new InvalidInput(fieldErrors([unstorable]));
    const read = schema.safeParse(parts[part], { error: fieldMessage });
    if (read.success) input[part] = read.data;
    else issues.push(...read.error.issues);
  }
  if (issues.length > 0) throw new InvalidInput(fieldErrors(issues));
  if (endpoint.method === 'PATCH') requireChange(endpoint, parts.body);
  if (endpoint.base64Field) input.bytes = { [endpoint.base64Field]: request.decoded };
  if (endpoint.files) Object.assign(input, await readFiles(endpoint.files, request));
  return input;
}

/** The response header that lists unknown fields of the body; empty without any. */
export function ignoredFieldsHeader({ body }: Endpoint, given: unknown): Record<string, string> {
  if (!body || body === 'raw') return {};
  const names = ignoredFields(body, given).map((name) => encodeURIComponent(name.slice(0, 100)));
  return names.length > 0 ? { 'x-ignored-fields': names.join(', ') } : {};
}

/** A PATCH without any known field is a mistake, usually a misspelt name. */
function requireChange({ body }: Endpoint, given: unknown): void {
  const names = body && body !== 'raw' ? fieldNames(body) : null;
  if (names?.some((name) => Object.hasOwn(given as object, name)) ?? true) return;
  const message = `Send at least one field to change: ${names!.join(', ')}.`;
  throw new InvalidInput({ non_field_errors: [message] });
}

/** Throws InvalidInput for a body whose nesting could overflow the stack. */
export function assertDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (depth === depthMax)
    throw new InvalidInput({ non_field_errors: ['This is nested too deeply.'] });
  for (const inner of Object.values(value)) assertDepth(inner, depth + 1);
}

/** PostgreSQL can store neither NUL nor lone surrogates; reports the first one on its field. */
function findUnstorable(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof value === 'string') return findUnstorableText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const found = findUnstorableText(key, path) ?? findUnstorable(inner, at);
    if (found) return found;
  }
  return undefined;
}

function findUnstorableText(text: string, path: PropertyKey[]): z.core.$ZodIssue | undefined {
  const problem = text.includes('\0')
    ? 'Null characters are not allowed.'
    : text.isWellFormed()
      ? ''
      : 'This text is not valid Unicode.';
  return problem ? { code: 'custom', path, message: problem, input: text } : undefined;
}

async function readFiles(declared: NonNullable<Endpoint['files']>, request: FastifyRequest) {
  const read: FilesRead = { problems: {}, files: {}, fileNames: {}, refusal: null };
  if (request.isMultipart()) {
    try {
      await readParts(declared, request, read);
    } catch (error) {
      throw unreadable(error as Error & { statusCode?: number });
    }
  } else if (request.headers['content-type']) throw apiError(commonErrors.formRequired);
  const { problems, files, fileNames } = read;
  if (read.refusal) throw apiError(read.refusal);
  for (const field of Object.keys(declared))
    if (!files[field]) problems[field] ??= ['No file was submitted.'];
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return { files, fileNames };
}

/** Errors of the multipart parser have no status: a malformed form is the client's error. */
const unreadable = (error: Error & { statusCode?: number }): Error =>
  error.statusCode === undefined ? Object.assign(error, { statusCode: 400 }) : error;

type FilesRead = {
  problems: Record<string, string[]>;
  files: Record<string, Buffer>;
  fileNames: Record<string, string>;
  refusal: ErrorDeclaration | null;
};

async function readParts(
  declared: NonNullable<Endpoint['files']>,
  request: FastifyRequest,
  read: FilesRead,
): Promise<void> {
  const { problems, files, fileNames } = read;
  const fileSize = Math.max(...Object.values(declared).map((file) => file.bytesMax));
  const filesMax = Object.keys(declared).length + undeclaredFilesMax;
  const limits = { fileSize, files: filesMax, fields: 20, fieldSize: 10_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    const wanted = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined;
    if (!wanted) {
      // An unread part would keep the request open for ever.
      part.file.resume();
      continue;
    }
    const content = await part.toBuffer();
    if (!part.file.truncated && content.length <= wanted.bytesMax) files[part.fieldname] = content;
    else if (typeof wanted.tooLarge === 'string') problems[part.fieldname] = [wanted.tooLarge];
    else read.refusal = wanted.tooLarge;
    fileNames[part.fieldname] = (part.filename ?? '').toWellFormed();
  }
}
