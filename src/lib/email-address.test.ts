import { expect, test } from 'vitest';
import { emailPattern, normalizeEmail } from './email-address.ts';

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada@Müller.example', 'ada@xn--mller-kva.example'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ["o'neil+tag@mail.example.com", "o'neil+tag@mail.example.com"],
])('%j is the address %s', (text, address) => {
  expect(normalizeEmail(text)).toBe(address);
  expect(normalizeEmail(address)).toBe(address);
  expect(address).toMatch(emailPattern);
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@1.2.3.4',
  'ada@example.com:80',
  'ada@example.com/path',
  'ada@ex%61mple.com',
  'ada@example.com#x',
  'ada@при\ufffdмер.рф',
  'a..b@example.com',
  '.a@example.com',
  'ada@example.com, bob@example.com',
  'ada@example.com\nBcc: bob@example.com',
])('%j is none', (text) => {
  expect(normalizeEmail(text)).not.toMatch(emailPattern);
});
