import { expect, test } from 'vitest';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import { contentSecurityPolicy, hasAnalytics, securityHeaders } from './security-headers.ts';

const t = useKernel({ CORS_ORIGINS: 'https://app.example.com' });
const closed = useKernel();

test('HSTS is sent in production only', () => {
  expect(securityHeaders({ isProduction: true })['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(securityHeaders({ isProduction: false })).not.toHaveProperty('strict-transport-security');
});

test('pages run only scripts of the build and cannot be framed', () => {
  const policy = contentSecurityPolicy(['abc=']);
  expect(policy).toContain("script-src 'self' 'sha256-abc='");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
    expect(policy).toContain(rule);
});

test('other origins may call only when configured', async () => {
  const ask = async (kernel: typeof t.kernel, origin: string) => {
    const { app } = await createTestApi(kernel);
    const reply = await app.inject({ url: '/apix/x/', headers: { origin } });
    return reply.headers['access-control-allow-origin'];
  };
  expect(await ask(t.kernel, 'https://app.example.com')).toBe('https://app.example.com');
  expect(await ask(t.kernel, 'https://evil.example.com')).toBeUndefined();
  expect(await ask(closed.kernel, 'https://app.example.com')).toBeUndefined();
});

test('preflights list the methods, and responses vary by origin', async () => {
  const { app } = await createTestApi(t.kernel);
  const origin = 'https://app.example.com';
  const preflight = { origin, 'access-control-request-method': 'PATCH' };
  const reply = await app.inject({ method: 'OPTIONS', url: '/apix/x/', headers: preflight });
  expect([reply.statusCode, reply.headers]).toEqual([
    204,
    expect.objectContaining({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    }),
  ]);
  const { headers } = await app.inject({ url: '/apix/x/', headers: { origin } });
  expect(headers.vary).toBe('Authorization, X-API-Key, X-Test-Mode, Origin');
});

test('the policy of pages allows other hosts only with analytics', () => {
  expect(contentSecurityPolicy(['abc='])).not.toContain('https:');
  const policy = contentSecurityPolicy(['abc='], { hasAnalytics: true });
  expect(policy).toMatch(/script-src 'self' 'sha256-abc=' https:\/\/www\.googletagmanager\.com;/);
  expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com/);
});

test('analytics require production and a tag', () => {
  expect(hasAnalytics({ isProduction: true, ANALYTICS_TAG_ID: 'G-1' })).toBe(true);
  expect(hasAnalytics({ isProduction: true, ANALYTICS_TAG_ID: undefined })).toBe(false);
  expect(hasAnalytics({ isProduction: false, ANALYTICS_TAG_ID: 'G-1' })).toBe(false);
});
