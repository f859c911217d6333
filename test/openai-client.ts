// The official OpenAI client, which calls the app of a test without a network.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import OpenAI from 'openai';
import type { TestApp } from './harness.ts';

type Body = ConstructorParameters<typeof Response>[0];

const origin = 'http://app.test';
const bodiless: readonly number[] = [204, 304];

/** Responses are streamed, as over a network. */
const fetchFrom =
  ({ app }: TestApp): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const reply = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
      payloadAsStream: true,
    });
    const status = reply.statusCode;
    const body = Readable.toWeb(reply.stream()) as ReadableStream<Uint8Array>;
    const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
    return new Response(bodiless.includes(status) ? null : (body as Body), {
      status,
      headers: headers as [string, string][],
    });
  };

/** As its users create it: with an address and a key alone. */
export const createOpenAiClient = (t: TestApp, apiKey: string): OpenAI =>
  new OpenAI({
    baseURL: `${origin}/apix/v1`,
    apiKey,
    fetch: fetchFrom(t),
    maxRetries: 0,
    logLevel: 'off',
  });
