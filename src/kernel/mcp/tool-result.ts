// What a call returned, for an assistant: text and structured content, a file, or an error that
// says what to do about it.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { fieldMessages, firstMessage } from '#lib/call-error.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { formatBytes } from '#lib/format.ts';
import type { InProcessResponse } from '../http/call-in-process.ts';

/** A file of this size is twice as long in base64, and fills what assistants read at once. */
export const fileBytesMax = 4 * 1_048_576;

type Json = Readonly<Record<string, unknown>>;

/** `address` is where a client gets the same by REST. */
export function toToolResult(response: InProcessResponse, address: string): CallToolResult {
  const { status, headers, body } = response;
  const type = String(headers['content-type'] ?? '').replace(/;.*$/s, '');
  const isJson = /\bjson$/.test(type);
  if (status >= 400)
    return errorResult(describeError(response, isJson ? readJson(String(body)) : {}));
  if (body.length === 0) return textResult('Done.');
  if (!isJson) return fileResult(Buffer.from(body as string), type, address);
  return textResult(String(body));
}

const readJson = (text: string): Json => JSON.parse(text) as Json;

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

export const errorResult = (error: Json): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(error) }],
  isError: true,
});

function fileResult(file: Buffer, mimeType: string, uri: string): CallToolResult {
  if (file.length > fileBytesMax)
    return errorResult({
      status: 413,
      code: 'result_too_large',
      message: `The file has ${formatBytes(file.length)}, more than assistants take. Get it from ${uri}.`,
    });
  if (mimeType.startsWith('text/')) return textResult(file.toString());
  const data = file.toString('base64');
  if (mimeType.startsWith('audio/')) return { content: [{ type: 'audio', data, mimeType }] };
  return { content: [{ type: 'resource', resource: { uri, mimeType, blob: data } }] };
}

/** The same words for errors by code, by field, and in the shape of OpenAI. */
function describeError({ status, headers }: InProcessResponse, body: Json): Json {
  const content = (body.error ?? body) as Json;
  const help = /<([^>]+)>; rel="help"/.exec(String(headers.link ?? ''))?.[1];
  const context = { request_id: headers['x-request-id'], ...(help && { help }) };
  if (typeof content.code !== 'string' && !body.error) {
    const { code, message } = commonErrors.invalidInput;
    const { fields, general } = fieldMessages(content);
    return { status, code, message: [message, ...general].join(' '), fields, ...context };
  }
  const { code, detail: _, non_field_errors: __, message: ___, ...data } = content;
  const named = code ?? commonErrors.invalidInput.code;
  return { status, code: named, message: firstMessage(content), ...data, ...context };
}
