// Reads a request's input and validates it against the contract.
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { commonErrors, type Endpoint, type ErrorDeclaration } from '#lib/endpoint.ts';
import { type ApiError, apiError, InvalidInput } from '../errors.ts';
import { type BodyCheck, findProblems } from './body-checks.ts';
import { fieldErrors, parseInput } from './field-errors.ts';
import { fieldNames, ignoredFields } from './known-fields.ts';

// Undeclared files of a form are drained and ignored, up to this number.
const undeclaredFilesMax = 10;

/** Throws InvalidInput with the errors of all fields, those of the checks among them. */
export async function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  checks: readonly BodyCheck[] = [],
): Promise<object> {
  const input: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  const form = endpoint.files ? await readForm(endpoint.files, request) : null;
  // As if it had been sent as JSON: what compares and stores bodies treats both alike.
  if (form && endpoint.body) request.body = form.fields;
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
    const read = parseInput(schema, parts[part]);
    if (read.success) input[part] = read.data;
    else issues.push(...read.issues);
  }
  const problems = {
    ...findProblems(checks, endpoint.body, parts.body, request.actor),
    ...fieldErrors(issues),
    ...form?.problems,
  };
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  if (endpoint.method === 'PATCH') requireChange(endpoint, parts.body);
  if (endpoint.base64Field) input.bytes = { [endpoint.base64Field]: request.decoded };
  if (form) Object.assign(input, { files: form.files, fileNames: form.fileNames });
  return input;
}

/** The response header that lists unknown fields of the body; empty without any. */
export function ignoredFieldsHeader({ body }: Endpoint, values: unknown): Record<string, string> {
  if (!body || body === 'raw') return {};
  const names = ignoredFields(body, values).map((name) => encodeURIComponent(name.slice(0, 100)));
  return names.length > 0 ? { 'x-ignored-fields': names.join(', ') } : {};
}

/** A PATCH without any known field is a mistake, usually a misspelt name. */
function requireChange({ body }: Endpoint, values: unknown): void {
  const names = body && body !== 'raw' ? fieldNames(body) : null;
  if (names?.some((name) => Object.hasOwn(values as object, name)) ?? true) return;
  const message = `Send at least one field to change: ${names!.join(', ')}.`;
  throw new InvalidInput({ non_field_errors: [message] });
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

async function readForm(
  declared: NonNullable<Endpoint['files']>,
  request: FastifyRequest,
): Promise<FormRead> {
  const read: FormRead = { problems: {}, files: {}, fileNames: {}, fields: {}, refusal: null };
  if (request.isMultipart()) {
    try {
      await readParts(declared, request, read);
    } catch (error) {
      throw unreadable(error as Error & { statusCode?: number });
    }
  } else if (request.headers['content-type']) throw apiError(commonErrors.formRequired);
  if (read.refusal) throw read.refusal;
  for (const field of Object.keys(declared))
    if (!read.files[field]) read.problems[field] ??= ['No file was submitted.'];
  return read;
}

/** Errors of the multipart parser have no status: a malformed form is the client's error. */
const unreadable = (error: Error & { statusCode?: number }): Error =>
  error.statusCode === undefined ? Object.assign(error, { statusCode: 400 }) : error;

type FormRead = {
  problems: Record<string, string[]>;
  files: Record<string, Buffer>;
  fileNames: Record<string, string>;
  fields: Record<string, unknown>;
  refusal: ApiError | null;
};

async function readParts(
  declared: NonNullable<Endpoint['files']>,
  request: FastifyRequest,
  read: FormRead,
): Promise<void> {
  const { problems, files, fileNames } = read;
  const fields = new Map<string, unknown>();
  const fileSize = Math.max(...Object.values(declared).map((file) => file.bytesMax));
  const filesMax = Object.keys(declared).length + undeclaredFilesMax;
  const limits = { fileSize, files: filesMax, fields: 20, fieldSize: 10_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') {
      addField(fields, part.fieldname, part.value);
      continue;
    }
    const field = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined;
    if (!field) {
      // An unread part would keep the request open for ever.
      part.file.resume();
      continue;
    }
    const content = await part.toBuffer();
    if (!part.file.truncated && content.length <= field.bytesMax) files[part.fieldname] = content;
    else if (typeof field.tooLarge === 'string') problems[part.fieldname] = [field.tooLarge];
    else read.refusal = tooLargeError(field.tooLarge, field.bytesMax);
    fileNames[part.fieldname] = (part.filename ?? '').toWellFormed();
  }
  read.fields = Object.fromEntries(fields);
}

/** With the limit, where the error has a field for it. */
const tooLargeError = (declaration: ErrorDeclaration, bytes_max: number): ApiError =>
  apiError(declaration, 'bytes_max' in declaration.data.shape ? { bytes_max } : {});

/** Clients send the items of a list as `name[]`, once for each. */
function addField(fields: Map<string, unknown>, name: string, value: unknown): void {
  const list = name.endsWith('[]') && name.slice(0, -2);
  if (!list) return void fields.set(name, value);
  const items = fields.get(list);
  fields.set(list, Array.isArray(items) ? [...items, value] : [value]);
}
