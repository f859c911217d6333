// Reads and checks what a request brings, against its contract, before any use-case sees it.
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#lib/endpoint.ts';
import { InvalidInput } from './errors.ts';
import { fieldErrors, wireMessage } from './field-errors.ts';

// A form may bring a few files that nobody declared; they are drained, not kept.
const undeclaredFilesMax = 10;

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
  const problems: Record<string, string[]> = {};
  const files: Record<string, Buffer> = {};
  const fileNames: Record<string, string> = {};
  if (request.isMultipart()) {
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
  for (const field of Object.keys(declared))
    if (!files[field]) problems[field] ??= ['No file was submitted.'];
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return { files, fileNames };
}
