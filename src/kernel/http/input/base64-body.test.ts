import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readBase64 } from './read-base64.ts';

const read = (text: string) =>
  readBase64({ bytes: new Uint8Array(Buffer.from(text)), field: 'audio' });
const readBytes = (text: string) => {
  const { decoded } = read(text);
  return decoded && Buffer.from(decoded);
};

describe('JSON with a file in a field', () => {
  test.each([1, 2, 3, 100, 1_048_575, 1_048_576, 3_500_001])('%i bytes come back', (length) => {
    const file = randomBytes(length);
    const text = JSON.stringify({ model: 'm', audio: file.toString('base64'), keywords: ['ä'] });
    expect(readBytes(text)?.equals(file)).toBe(true);
    expect(read(text).body).toMatchObject({ model: 'm', keywords: ['ä'] });
    expect((read(text).body as { audio: string }).audio).toMatch(/^[0-9a-f]{64}$/);
  });

  test('data URLs, escaped slashes, line breaks and base64url are accepted', () => {
    const file = Buffer.alloc(1_500_000, 0xff);
    const plain = file.toString('base64');
    const lines = plain.replace(/.{76}/g, '$&\r\n');
    for (const text of [
      JSON.stringify({ audio: `data:audio/webm;codecs=opus;base64,${plain}` }),
      JSON.stringify({ audio: lines }),
      JSON.stringify({ audio: file.toString('base64url') }),
      JSON.stringify({ audio: plain }).replaceAll('/', '\\/'),
    ])
      expect(readBytes(text)?.equals(file)).toBe(true);
  });

  test('a longer text in another field does not matter', () => {
    const text = JSON.stringify({ audio: 'AAAA', prompt: 'x'.repeat(500) });
    expect(readBytes(text)).toEqual(Buffer.alloc(3));
    expect(read(text).body).toMatchObject({ prompt: 'x'.repeat(500) });
  });

  test.each(['not base64!', 'A', 'AA=A', '====', 'ĿAAA', 'AAAA=A'])('%s is no base64', (audio) => {
    expect(read(JSON.stringify({ audio })).problem).toBe('base64');
    expect(read(JSON.stringify({ audio: 'A'.repeat(2_097_152) + audio })).problem).toBe('base64');
  });

  test.each([
    ['{"audio":"AAAA"', 'json'],
    ['{"audio":"AAA', 'json'],
    ['', 'json'],
    [`{"audio":"AAAA","prompt":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'nesting'],
    [`{"audio":"AAAA","prompt":[${'1,'.repeat(131_072)}1]}`, 'size'],
    [`{"audio":"AAAA","prompt":"${'x'.repeat(262_144)}"}`, 'size'],
    ['[]', null],
    ['{}', null],
    ['{"audio":5}', null],
    ['{"audio":""}', null],
  ])('%.40s has the problem %s', (text, problem) => {
    const result = read(text);
    expect(result.problem).toBe(problem);
    // It leaves its thread.
    expect(structuredClone(result).problem).toBe(problem);
  });
});
