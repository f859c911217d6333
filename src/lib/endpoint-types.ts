// The types of an endpoint's handler and of its callers, derived from its contract.
import type { z } from 'zod';
import type { Bytes, commonErrors, Endpoint, ErrorDeclaration, Events } from './endpoint.ts';

type PartOut<E, K extends string> = E extends { [k in K]: infer S extends z.ZodType }
  ? { [k in K]: z.output<S> }
  : unknown;
type RawOut<E> = E extends { body: 'raw' } ? { raw: Buffer } : unknown;
type FilesOut<E> = E extends { files: infer F }
  ? {
      files: { [k in keyof F]: Buffer };
      /** The name that the client gave each file: any text, possibly empty. */
      fileNames: { [k in keyof F]: string };
    }
  : unknown;

type BytesOut<E> = E extends { base64Field: infer F extends string }
  ? { bytes: { [k in F]: Buffer } }
  : unknown;

/** The input of a handler. */
export type Input<E extends Endpoint> = PartOut<E, 'params'> &
  PartOut<E, 'query'> &
  PartOut<E, 'body'> &
  RawOut<E> &
  BytesOut<E> &
  FilesOut<E>;

type BodyIn<R> = R extends z.ZodType
  ? z.input<R>
  : R extends Bytes
    ? Uint8Array | NodeJS.ReadableStream
    : R extends Events<infer S>
      ? AsyncIterable<z.input<S>>
      : never;
type OtherBody<E> = E extends { otherTypes: readonly (infer S)[] } ? string | BodyIn<S> : never;
type ResponseStatus<E extends Endpoint> = keyof E['responses'] & number;

/** The result of a handler: one of the declared statuses with the body of that status. */
export type EndpointResponse<E extends Endpoint> = {
  [S in ResponseStatus<E>]: E['responses'][S] extends null
    ? { status: S; headers?: Record<string, string> }
    : {
        status: S;
        body:
          | BodyIn<E['responses'][S]>
          | (E extends { download: Bytes } ? NodeJS.ReadableStream : never)
          | OtherBody<E>;
        headers?: Record<string, string>;
      };
}[ResponseStatus<E>];

type PartIn<E, K extends string> = E extends { [k in K]: infer S extends z.ZodType }
  ? Record<string, never> extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : unknown;
type FilesIn<E> = E extends { files: infer F } ? { files: { [k in keyof F]: Blob } } : unknown;

type RawIn<E> = E extends { body: 'raw' } ? { body: Blob } : unknown;

/** The input of a call. */
export type CallInput<E extends Endpoint> = PartIn<E, 'params'> &
  PartIn<E, 'query'> &
  PartIn<E, 'body'> &
  RawIn<E> &
  FilesIn<E>;

type BodyOut<R> = R extends z.ZodType
  ? z.output<R>
  : R extends Bytes
    ? Blob
    : R extends Events<infer S>
      ? AsyncIterable<z.output<S>>
      : undefined;

/** The result of a call. */
export type CallResult<E extends Endpoint> = {
  [S in ResponseStatus<E>]: BodyOut<E['responses'][S]>;
}[ResponseStatus<E>];

/** The error codes that a caller may get: the declared ones and the common ones. */
export type ErrorCode<E extends Endpoint> =
  | (E['errors'] extends readonly ErrorDeclaration<infer C>[] ? C : never)
  | (typeof commonErrors)[keyof typeof commonErrors]['code'];
