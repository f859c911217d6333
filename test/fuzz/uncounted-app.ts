// An app for tests that call every endpoint: without rate limits, and without counting the
// endpoints as tested.
import type { FastifyInstance } from 'fastify';
import { beforeAll } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { type TestApp, useApp } from '../harness.ts';

export function useUncountedApp(env: Record<string, string> = {}): TestApp {
  const t = useApp(env);
  const opened = { ...t };
  let app: FastifyInstance;
  beforeAll(async () => {
    t.kernel.limits.consume = async ({ points }) => ({
      isAllowed: true,
      limit: points,
      remaining: points,
      resetSeconds: 0,
    });
    app = await buildApp(t.kernel, t.areas);
    Object.assign(opened, t, { app });
    return () => app.close();
  });
  return opened;
}
