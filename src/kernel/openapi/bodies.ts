// What calls send and return, with examples.
import type { z } from 'zod';
import type { Bytes, Endpoint, Events } from '#lib/endpoint.ts';
import type { Schema } from '#lib/openapi-types.ts';
import { createExample, exampleOfResponse } from './example-values.ts';
import { successHeaders } from './headers.ts';
import { type Draft, type Json, toJsonSchema } from './json-schema.ts';

const requiredBody = (content: Json): Json => ({ requestBody: { required: true, content } });

export function describeRequestBody(endpoint: Endpoint, draft: Draft): Json {
  const { body, files } = endpoint;
  const withExample = (schema: Json) => ({
    schema,
    example: endpoint.example ?? createExample(schema, draft),
  });
  if (files)
    return requiredBody({ 'multipart/form-data': withExample(formSchema(endpoint, files, draft)) });
  if (!body) return {};
  if (body === 'raw') return requiredBody({ '*/*': {} });
  return requiredBody({ 'application/json': withExample(toJsonSchema(body, draft)) });
}

function formSchema({ body }: Endpoint, files: NonNullable<Endpoint['files']>, draft: Draft): Json {
  const fields = body && body !== 'raw' ? toJsonSchema(body, draft) : {};
  const required = [...Object.keys(files), ...((fields.required as string[]) ?? [])];
  const binary = Object.entries(files).map(([name, { bytesMax }]) => [
    name,
    { type: 'string', format: 'binary', description: `The file, at most ${bytesMax} bytes.` },
  ]);
  const properties = { ...Object.fromEntries(binary), ...(fields.properties as Json) };
  return { type: 'object', required, properties };
}

const phrases: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; the work goes on after the response.',
  204: 'Success, without a body.',
  304: 'Not changed since the version that `If-None-Match` names.',
};

export const describeSuccesses = (endpoint: Endpoint, draft: Draft): Json =>
  Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, shape]) => {
      const head = {
        description: phrases[status] ?? 'Success.',
        headers: successHeaders(endpoint),
      };
      if (!shape) return [status, head];
      const others = (status === '200' && endpoint.otherTypes) || [];
      const content = [shape, ...others].map((one) => toContent(one, draft));
      const file = status === '200' && endpoint.download;
      if (file) content.push({ [toMediaType(file)]: { schema: { type: 'string' } } });
      return [status, { ...head, content: Object.assign({}, ...content) }];
    }),
  );

/** Without its charset, which is not part of the type's name. */
const toMediaType = ({ bytes }: Bytes) => bytes.replace(/; charset=.*$/, '');

function toContent(shape: z.ZodType | Bytes | Events, draft: Draft): Json {
  if ('bytes' in shape) {
    const isText = shape.bytes.startsWith('text/');
    return {
      [toMediaType(shape)]: { schema: { type: 'string', ...(!isText && { format: 'binary' }) } },
    };
  }
  if ('event' in shape)
    return { 'text/event-stream': { schema: toJsonSchema(shape.event, draft) } };
  const schema = toJsonSchema(shape, draft);
  return { 'application/json': { schema, example: exampleOfResponse(schema as Schema, draft) } };
}
