// What Authentication-Results of real servers, and of senders who write their own, say of a sender.
import { describe, expect, test } from 'vitest';
import { isSenderVerified } from './verified-sender.ts';

const id = 'mx.example.net';
const received = 'Received: from a by b';
const verify = (
  headers: readonly string[],
  { from = 'ada@example.com', server = id }: { from?: string; server?: string } = {},
) => {
  const lines = [...headers, `From: Ada <${from}>`, 'Subject: Hello'];
  return isSenderVerified(Buffer.from(`${lines.join('\r\n')}\r\n\r\nText`), from, server);
};
const results = (text: string) => `Authentication-Results: ${id}; ${text}`;

describe('a sender is verified', () => {
  test.each([
    ['by DMARC', 'dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com'],
    ['in capitals', 'DMARC=Pass header.From=Example.COM'],
    ['by a signature of the domain', 'dkim=pass (2048-bit key) header.d=example.com header.s=k1'],
    ['by an identity of it', 'dkim=pass header.i=@example.com header.s=20230601 header.b=abc'],
    ['by the second of two', 'dkim=fail header.d=list.example; dkim=pass header.d=example.com'],
    ['by the envelope', 'spf=pass (x; y) smtp.mailfrom=bounces@example.com'],
    [
      'without a policy',
      'dmarc=none header.from=example.com; spf = pass smtp.mailfrom=example.com',
    ],
  ])('%s', (_, text) => {
    expect(verify([results(text)])).toBe(true);
  });

  test('in several headers of the same server, folded', () => {
    const dkim = results('dkim=pass\r\n\theader.d=example.com');
    expect(verify([results('spf=none smtp.mailfrom=x.example'), dkim, received])).toBe(true);
  });

  test('of a subdomain, by the domain above it, in any script', () => {
    const from = 'ada@mail.bücher.example';
    expect(verify([results('dkim=pass header.d=xn--bcher-kva.example')], { from })).toBe(true);
  });

  test('by Exchange Online, which writes no name', () => {
    const text =
      'Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=pass (signature was verified) header.d=example.com;dmarc=pass action=none header.from=example.com;compauth=pass reason=100';
    expect(verify([received, text, received], { server: 'none' })).toBe(true);
    expect(verify([received, text, received])).toBe(false);
  });
});

describe('a sender is not verified', () => {
  test.each([
    ['without results', 'none'],
    ['of another domain', 'dmarc=pass header.from=evil.example'],
    ['where DMARC fails, whatever else passes', 'dkim=pass header.d=example.com; dmarc=fail'],
    ['where DMARC could not be read', 'spf=pass smtp.mailfrom=example.com; dmarc=temperror'],
    ['by a domain below', 'dkim=pass header.d=evil.example.com'],
    ['by a similar one', 'dkim=pass header.d=notexample.com'],
    ['by the end of the name', 'dkim=pass header.d=com'],
    ['by a signature that failed', 'dkim=fail header.d=example.com'],
    ['by a comment', '(dkim=pass header.d=example.com; ) dkim=none'],
    ['by a comment without an end', 'dkim=pass header.d=example.com (oops'],
    [
      'by a quoted envelope',
      'spf=pass smtp.mailfrom="; dkim=pass header.d=example.com; "@evil.example',
    ],
    [
      'by an escaped quote in it',
      String.raw`spf=fail smtp.mailfrom="\"; dkim=pass header.d=example.com; \""@evil.example`,
    ],
  ])('%s', (_, text) => {
    expect(verify([results(text)])).toBe(false);
  });

  test('by what stands below the line of the last server', () => {
    const forged = results('dkim=pass header.d=example.com');
    expect(verify([results('dkim=none'), received, forged])).toBe(false);
    expect(verify([forged.replace(id, 'evil.example'), received])).toBe(false);
  });

  test('with two senders, or headers of a size that hides them', () => {
    const text = results('dmarc=pass header.from=example.com');
    expect(verify([text, 'From: Eve <eve@example.com>'])).toBe(false);
    const long = `X: ${'x'.repeat(300_000)}`;
    expect(verify([text, long])).toBe(false);
  });

  test('a header of a megabyte takes no time', () => {
    expect(verify([results(`dkim=pass${' '.repeat(250_000)}`)])).toBe(false);
    expect(verify([results('('.repeat(250_000))])).toBe(false);
  });
});
