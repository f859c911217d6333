import { expect, test } from 'vitest';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import { allowCalls } from './any-origin.ts';

const t = useKernel({ CORS_ORIGINS: 'https://app.example.com' });

test.each(['https://app.example.com', 'https://assistant.example'])(
  'pages of %s may call, also where the operator has named origins',
  async (origin) => {
    const { app } = await createTestApi(t.kernel);
    allowCalls(app, '/open', 'POST');
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const reply = await app.inject({ method: 'OPTIONS', url: '/open', headers });
    expect(reply.statusCode).toBe(204);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization',
    });
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
  },
);
