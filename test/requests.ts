// app.inject for JSON calls.
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './harness.ts';

type Options = { headers?: Record<string, string>; ip?: string };
type Reply = {
  status: number;
  body: Record<string, unknown>;
  headers: LightMyRequestResponse['headers'];
  raw: LightMyRequestResponse;
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export async function send(
  t: TestApp,
  method: Method,
  url: string,
  payload?: object,
  { headers = {}, ip }: Options = {},
): Promise<Reply> {
  const raw = await t.app.inject({
    method,
    url,
    headers,
    ...(payload && { payload }),
    ...(ip && { remoteAddress: ip }),
  });
  const body = raw.body && /json/.test(String(raw.headers['content-type'])) ? raw.json() : {};
  return { status: raw.statusCode, body, headers: raw.headers, raw };
}
