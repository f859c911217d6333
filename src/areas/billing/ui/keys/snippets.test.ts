import { expect, test } from 'vitest';
import { snippetsFor } from './snippets.ts';

const key = 'sk_live_000000000000000000000000000000002UYg5A';
const origin = 'https://weftline.example.com';
const codes = (...scopes: Parameters<typeof snippetsFor>[1]) =>
  snippetsFor(key, scopes, origin).map(({ code }) => code);

test('contain the key and a call that its scopes allow', () => {
  for (const code of codes('payments:read', 'speech')) {
    expect(code).toContain(key);
    expect(code).toContain(`${origin}/apix/payments/transactions/balance/`);
  }
});

test('use a call open to every key for a scope without calls of its own', () => {
  for (const code of codes('proxy:credentials'))
    expect(code).toContain(`${origin}/apix/billing/tariffs/`);
});

test('include a body where the call requires one', () => {
  const [curl, typescript, python] = codes('speech');
  expect(curl).toBe(
    [
      `curl ${origin}/apix/services/tts/base64/ \\`,
      `  -H "Authorization: ApiKey ${key}" \\`,
      '  -H "Content-Type: application/json" \\',
      `  -d '{"text":"Hello"}'`,
    ].join('\n'),
  );
  expect(typescript).toContain(`  body: '{"text":"Hello"}',`);
  expect(python).toContain(`    data=b'{"text":"Hello"}',`);
});
