import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKey } from '../secrets.ts';
import { createSealer } from './sealer.ts';

const older = 'the secret of last year, 32 characters';
const newer = 'the secret of this year, 32 characters';
const before = createSealer([older], 'letters');
const rotated = createSealer([newer, older], 'letters');
const after = createSealer([newer], 'letters');

/** As earlier versions sealed: without the id of a key. */
function sealWithoutKeyId(secret: string, id: string, text: string, iv: Buffer): Buffer {
  const sealing = createCipheriv('aes-256-gcm', deriveKey(secret, 'letters'), iv);
  sealing.setAAD(Buffer.from(id));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

test('a value opens for its own row, purpose and secret only', () => {
  const sealed = before.seal('one', 'grüße');
  expect(before.open('one', sealed)).toBe('grüße');
  expect(before.open('two', sealed)).toBeNull();
  expect(createSealer([older], 'diaries').open('one', sealed)).toBeNull();
  expect(after.open('one', sealed)).toBeNull();
  expect(before.open('one', Buffer.alloc(3))).toBeNull();
  sealed[sealed.length - 1]! ^= 1;
  expect(before.open('one', sealed)).toBeNull();
});

test('while both secrets are listed, the newer seals and both open', () => {
  const [old, current] = [before.seal('one', 'text'), rotated.seal('one', 'text')];
  expect([rotated.open('one', old), rotated.open('one', current)]).toEqual(['text', 'text']);
  expect([rotated.findSecret('one', old), rotated.findSecret('one', current)]).toEqual([1, 0]);
  expect(after.open('one', current)).toBe('text');
  expect(before.open('one', current)).toBeNull();
  expect(after.findSecret('one', old)).toBeNull();
});

test('only what the first secret sealed has its prefix', () => {
  const beginsCurrent = (sealed: Buffer) =>
    sealed.subarray(0, rotated.currentPrefix.length).equals(rotated.currentPrefix);
  expect(beginsCurrent(rotated.seal('one', 'text'))).toBe(true);
  expect(beginsCurrent(before.seal('one', 'text'))).toBe(false);
});

test('values of earlier versions open with every listed secret', () => {
  const iv = Buffer.alloc(12, 7);
  const old = sealWithoutKeyId(older, 'one', 'text', iv);
  expect([before.findSecret('one', old), rotated.findSecret('one', old)]).toEqual([0, 1]);
  expect([rotated.open('one', old), after.open('one', old)]).toEqual(['text', null]);
  // Its random bytes happen to look like the id of a key.
  const misleading = Buffer.concat([rotated.currentPrefix, Buffer.alloc(7, 7)]);
  expect(rotated.open('one', sealWithoutKeyId(older, 'one', 'text', misleading))).toBe('text');
});
