// Checks a handler's response against its contract and serializes it.
import { Readable } from 'node:stream';
import fastJson from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { ApiError } from '../errors.ts';
import { eventStream } from './server-sent-events.ts';

/** A response that is ready to send. */
export type PreparedResponse = {
  status: number;
  headers: Record<string, string>;
  contentType?: string;
  body?: string | Buffer | Uint8Array | Readable;
};

type HandlerResponse = { status: number; body?: unknown; headers?: Record<string, string> };
export type ResponseWriter = {
  write: (response: HandlerResponse) => PreparedResponse;
  checkError: (endpoint: Endpoint, failure: ApiError) => void;
};

const commonCodes: ReadonlySet<string> = new Set(
  Object.values(commonErrors).map((error) => error.code),
);

/**
 * In strict mode (tests, development), throws for a status, body or error code that the contract
 * does not declare. In production undeclared fields are dropped.
 */
export function createResponseWriter(
  endpoint: Endpoint,
  { isStrict }: { isStrict: boolean },
): ResponseWriter {
  return {
    write({ status, body, headers = {} }) {
      const isDownload = status === 200 && endpoint.download && body instanceof Readable;
      const other = status === 200 && findOtherType(endpoint, headers['content-type']);
      const shape = other || (isDownload ? endpoint.download : endpoint.responses[status]);
      if (isStrict && !isDownload && !other) checkResponse(endpoint, status, body);
      if (!shape) return { status, headers };
      if ('bytes' in shape) {
        // A handler that streams an uploaded file sets its content type itself.
        const contentType = headers['content-type'] ?? shape.bytes;
        return { status, headers, contentType, body: body as Buffer | Readable };
      }
      if ('event' in shape) {
        const stream = eventStream(body as AsyncIterable<unknown>, createSerializer(shape.event));
        return { status, headers, contentType: eventType, body: Readable.from(stream) };
      }
      const text = createSerializer(shape)(body);
      return { status, headers, contentType: 'application/json; charset=utf-8', body: text };
    },
    checkError(of, failure) {
      const { code } = failure.declaration;
      const isDeclared =
        commonCodes.has(code) || of.errors?.some((declared) => declared.code === code);
      if (isStrict && !isDeclared)
        throw new Error(`${of.method} ${of.path} failed with ${code}, which it does not declare`);
    },
  };
}

/** Shared by all apps of a process, such as that of test mode. */
const serializers = new WeakMap<z.ZodType, (body: unknown) => string>();

function createSerializer(schema: z.ZodType): (body: unknown) => string {
  const known = serializers.get(schema) ?? compile(schema);
  serializers.set(schema, known);
  return known;
}

const eventType = 'text/event-stream';

const findOtherType = ({ otherTypes = [] }: Endpoint, contentType: string | undefined) =>
  otherTypes.find((type) => ('bytes' in type ? type.bytes : eventType) === contentType);

const compile = (schema: z.ZodType) =>
  fastJson(
    z.toJSONSchema(schema, {
      target: 'draft-7',
      // With 'output' the serializer would throw for undeclared fields instead of dropping them.
      io: 'input',
      reused: 'inline',
      override: ({ jsonSchema }) => {
        // Base64 needs no escaping, and searching for characters to escape would dominate the time.
        if (jsonSchema.format === 'base64') jsonSchema.format = 'unsafe';
      },
    }) as object,
  );

function checkResponse(endpoint: Endpoint, status: number, body: unknown): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  if (!(status in endpoint.responses))
    throw new Error(`${name} responded ${status}, which its contract does not declare`);
  const shape = endpoint.responses[status];
  if (!(shape instanceof z.ZodType)) return;
  const read = shape.safeParse(body);
  if (!read.success)
    throw new Error(`${name} ${status} does not fit its schema: ${z.prettifyError(read.error)}`);
}

/** The result is what an asynchronous handler returns: the body, or the reply of one without. */
export function prepareReply(reply: FastifyReply, outcome: PreparedResponse) {
  reply.code(outcome.status).headers(outcome.headers);
  if (outcome.contentType) reply.type(outcome.contentType);
  return outcome.body === undefined ? reply.send() : outcome.body;
}
