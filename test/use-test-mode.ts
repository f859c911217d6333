// The app together with test mode, on a port: test mode answers before the app's router, so
// injected requests do not reach it.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { closeServer } from '#kernel/http/server.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { buildApp } from '../src/app.ts';
import { contracts } from '../src/contracts.ts';
import { createTestMode, type TestMode } from '../src/test-mode/test-mode.ts';
import { useEmptyDatabase } from './database.ts';
import { type SignedIn, type TestApp, useApp } from './harness.ts';
import { createResponseRecorder } from './response-coverage/recorded-responses.ts';

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
export type WithTestMode = {
  /** The live app. */
  live: TestApp;
  testMode: TestMode;
  origin: string;
  send(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: object },
  ): Promise<Answer>;
};

/** Filled in before the file's tests run. */
export function useTestMode(): WithTestMode {
  const live = useApp();
  const database = useEmptyDatabase();
  const filled = { live } as WithTestMode;
  beforeAll(async () => {
    const { kernel, areas } = live;
    const url = new URL(database.connectionString!);
    const config = { ...kernel.config, TEST_MODE_DATABASE_URL: url.href, hasTestMode: true };
    const testMode = createTestMode({ kernel: { ...kernel, config }, areas });
    const app = await buildApp(kernel, areas, { handleTestMode: testMode.handle });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    Object.assign(filled, { testMode, origin, send: createSend(origin) });
    closers.push(async () => {
      await closeServer(app);
      await testMode.close();
    });
  });
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of closers) await end();
  });
  return filled;
}

const record = createResponseRecorder(listEndpoints(contracts).map(({ endpoint }) => endpoint));

const createSend =
  (origin: string): WithTestMode['send'] =>
  async (method, path, { headers = {}, body } = {}) => {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : {},
    };
    record(method, path, answer);
    return answer;
  };

/** The headers of a session in test mode. */
export const inTestMode = ({ headers }: SignedIn): Record<string, string> => ({
  ...headers,
  'x-test-mode': 'true',
});
