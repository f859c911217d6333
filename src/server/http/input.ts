// Reads and checks what a request brings, against its contract, before any use-case sees it.
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#lib/endpoint.ts';
import { InvalidInput } from './errors.ts';
import { fieldErrors, wireMessage } from './field-errors.ts';

// A form may bring a few files that nobody declared; they are drained, not kept.
const undeclaredFilesMax = 10;
// Deeper than anybody's data.
const depthMax = 100;

/** Throws InvalidInput with every field's problem at once. */
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
    const unstorable = unstorableIn(parts[part]);
    if (unstorable) throw new InvalidInput(fieldErrors([unstorable]));
    const read = schema.safeParse(parts[part], { error: wireMessage });
    if (read.success) input[part] = read.data;
    else issues.push(...read.error.issues);
  }
  if (issues.length > 0) throw new InvalidInput(fieldErrors(issues));
  if (endpoint.base64Field) input.bytes = { [endpoint.base64Field]: request.decoded };
  if (endpoint.files) Object.assign(input, await readFiles(endpoint.files, request));
  return input;
}

/** Throws InvalidInput for a body so deep that whoever walks it would run out of stack. */
export function refuseTooDeep(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (depth === depthMax)
    throw new InvalidInput({ non_field_errors: ['This is nested too deeply.'] });
  for (const inner of Object.values(value)) refuseTooDeep(inner, depth + 1);
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; the first is refused on its field. */
function unstorableIn(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof value === 'string') return unstorableText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const found = unstorableText(key, path) ?? unstorableIn(inner, at);
    if (found) return found;
  }
  return undefined;
}

function unstorableText(text: string, path: PropertyKey[]): z.core.$ZodIssue | undefined {
  const problem = text.includes('\0')
    ? 'Null characters are not allowed.'
    : text.isWellFormed()
      ? ''
      : 'This text is not valid Unicode.';
  return problem ? { code: 'custom', path, message: problem, input: text } : undefined;
}

async function readFiles(declared: NonNullable<Endpoint['files']>, request: FastifyRequest) {
  const read = { problems: {}, files: {}, fileNames: {} } as FilesRead;
  if (request.isMultipart()) {
    try {
      await readParts(declared, request, read);
    } catch (error) {
      throw unreadable(error as Error & { statusCode?: number });
    }
  }
  const { problems, files, fileNames } = read;
  for (const field of Object.keys(declared))
    if (!files[field]) problems[field] ??= ['No file was submitted.'];
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return { files, fileNames };
}

/** What the parser of forms says of a broken one carries no status: it is the sender's fault. */
const unreadable = (error: Error & { statusCode?: number }): Error =>
  error.statusCode === undefined ? Object.assign(error, { statusCode: 400 }) : error;

type FilesRead = {
  problems: Record<string, string[]>;
  files: Record<string, Buffer>;
  fileNames: Record<string, string>;
};

async function readParts(
  declared: NonNullable<Endpoint['files']>,
  request: FastifyRequest,
  { problems, files, fileNames }: FilesRead,
): Promise<void> {
  const fileSize = Math.max(...Object.values(declared).map((file) => file.bytesMax));
  const filesMax = Object.keys(declared).length + undeclaredFilesMax;
  const limits = { fileSize, files: filesMax, fields: 20, fieldSize: 10_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    const wanted = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined;
    if (!wanted) {
      // An unread part would hold the request open for ever.
      part.file.resume();
      continue;
    }
    const content = await part.toBuffer();
    if (part.file.truncated || content.length > wanted.bytesMax)
      problems[part.fieldname] = [wanted.tooLarge];
    else files[part.fieldname] = content;
    fileNames[part.fieldname] = (part.filename ?? '').toWellFormed();
  }
}
