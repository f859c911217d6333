import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type NewEntry, packArchive, unpackArchive } from '../../src/backups/tar.ts';

const longName = `tickets/${'a-long-folder/'.repeat(30)}photo.png`;
const file = (name: string, text: string, more: Partial<NewEntry> = {}): NewEntry => ({
  name,
  type: 'file',
  sizeBytes: Buffer.byteLength(text),
  content: Readable.from([Buffer.from(text)]),
  ...more,
});
const pack = (...entries: NewEntry[]): Promise<Buffer> =>
  buffer(packArchive(Readable.from(entries)));

type Unpacked = { name: string; type: string; contentType: string | undefined; text: string };

async function unpack(archive: Buffer): Promise<Unpacked[]> {
  const found: Unpacked[] = [];
  for await (const { content, name, type, contentType } of unpackArchive(Readable.from([archive])))
    found.push({ name, type, contentType, text: String(await buffer(content)) });
  return found;
}

test('names, types and contents are returned unchanged', async () => {
  const archive = await pack(
    file('a.txt', 'hello'),
    file('empty', ''),
    file(longName, 'x'.repeat(1000), { contentType: 'image/png' }),
    { name: 'folder', type: 'folder', sizeBytes: 0, content: Readable.from([]) },
  );
  const contentType = undefined;
  expect(await unpack(archive)).toEqual([
    { name: 'a.txt', type: 'file', contentType, text: 'hello' },
    { name: 'empty', type: 'file', contentType, text: '' },
    { name: longName, type: 'file', contentType: 'image/png', text: 'x'.repeat(1000) },
    { name: 'folder', type: 'folder', contentType, text: '' },
  ]);
});

test('the tar of the system reads it', async () => {
  const archive = await pack(file('a.txt', 'hello'), file(longName, 'x', { contentType: 'a/b' }));
  const options = {
    input: archive,
    stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'],
  };
  expect(String(execFileSync('tar', ['-tf', '-'], options))).toBe(`a.txt\n${longName}\n`);
  expect(String(execFileSync('tar', ['-xOf', '-', 'a.txt'], options))).toBe('hello');
});

test('a file that shrinks while it is packed is filled with zeros, one that grows is cut', async () => {
  const archive = await pack(
    file('shrunk', 'ab', { sizeBytes: 4 }),
    file('grown', 'abcdef', { sizeBytes: 4 }),
  );
  expect((await unpack(archive)).map(({ text }) => text)).toEqual(['ab\0\0', 'abcd']);
});

test('an entry that is not read is skipped', async () => {
  const archive = await pack(file('first', 'x'.repeat(5000)), file('second', 'y'));
  const names: string[] = [];
  for await (const { name } of unpackArchive(Readable.from([archive]))) names.push(name);
  expect(names).toEqual(['first', 'second']);
});

test('a damaged or incomplete archive is refused', async () => {
  const archive = await pack(file('a.txt', 'hello'));
  const changed = Buffer.from(archive);
  changed[0]! ^= 1;
  await expect(unpack(changed)).rejects.toThrow('damaged');
  for (const length of [0, 100, 512, 515, 1024])
    await expect(unpack(archive.subarray(0, length))).rejects.toThrow('incomplete');
});
