import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decrypt, encrypt, openPassphrase } from '../../src/backups/encryption.ts';

const passphrase = openPassphrase(Buffer.from('a long enough passphrase'));
const name = 'files.tar.enc';
const headerBytes = 41;
const chunkBytes = 65_536 + 16;

/** In pieces that are not those of the format. */
function* cut(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 10_007) yield content.subarray(at, at + 10_007);
}
const seal = (content: Buffer): Promise<Buffer> =>
  buffer(encrypt(Readable.from(cut(content)), { passphrase, name }));
const open = (stored: Buffer, options = { passphrase, name }): Promise<Buffer> =>
  buffer(decrypt(Readable.from(cut(stored)), options));

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
  '%i bytes are returned unchanged',
  async (size) => {
    const content = randomBytes(size);
    const stored = await seal(content);
    expect(stored.includes(content.subarray(0, 16)) && size > 16).toBe(false);
    expect((await open(stored)).equals(content)).toBe(true);
  },
);

test('the same content is stored differently each time', async () => {
  const content = Buffer.from('the same');
  expect((await seal(content)).equals(await seal(content))).toBe(false);
});

test('a wrong passphrase is refused', async () => {
  const stored = await seal(Buffer.from('secret'));
  const other = openPassphrase(Buffer.from('another long passphrase'));
  await expect(open(stored, { passphrase: other, name })).rejects.toThrow(
    'the passphrase is wrong',
  );
});

test('a file under another name is refused', async () => {
  const stored = await seal(Buffer.from('secret'));
  const other = { passphrase, name: 'database.dump.enc' };
  await expect(open(stored, other)).rejects.toThrow("can't be decrypted");
});

test('a changed byte anywhere is refused', async () => {
  const stored = await seal(randomBytes(150_000));
  // Of the salt of the file, each chunk, and the last tag.
  for (const at of [30, headerBytes, chunkBytes + 100, stored.length - 1]) {
    const changed = Buffer.from(stored);
    changed[at]! ^= 1;
    await expect(open(changed)).rejects.toThrow(/damaged/);
  }
});

test('a file that was cut off is refused, between chunks too', async () => {
  const stored = await seal(randomBytes(150_000));
  for (const length of [0, 20, headerBytes, headerBytes + chunkBytes, stored.length - 1])
    await expect(open(stored.subarray(0, length))).rejects.toThrow();
});

test('chunks in another order are refused', async () => {
  const stored = await seal(randomBytes(150_000));
  const chunk = (at: number) =>
    stored.subarray(headerBytes + at * chunkBytes, headerBytes + (at + 1) * chunkBytes);
  const swapped = [stored.subarray(0, headerBytes), chunk(1), chunk(0), chunk(2)];
  await expect(open(Buffer.concat(swapped))).rejects.toThrow('damaged');
});

test('a header that demands an absurd cost is refused before anything is computed', async () => {
  const stored = await seal(Buffer.from('secret'));
  stored[8] = 40;
  await expect(open(stored)).rejects.toThrow('damaged');
});
