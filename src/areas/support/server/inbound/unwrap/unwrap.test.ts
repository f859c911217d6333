import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import readMail from '../read-mail.ts';
import { decompressRtf } from './decompress-rtf.ts';
import { readCms } from './read-cms.ts';
import { readTnef } from './read-tnef.ts';
import { extractUuencodedFiles } from './uuencoded-files.ts';

const readFile = (name: string): Buffer => {
  const raw = readFileSync(new URL(`../../../../../../test/mails/${name}.eml`, import.meta.url));
  return Buffer.from(raw.toString().split('\n\n').slice(1).join('\n\n'), 'base64');
};

const element = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
};
const openElement = (tag: number, ...contents: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])]);
const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const data = '2a864886f70d010701';
const wrap = (type: string, content: Uint8Array, inner = data): Buffer =>
  element(
    0x30,
    oid(type),
    element(
      0xa0,
      element(
        0x30,
        element(0x02, Buffer.from([1])),
        element(0x31),
        openElement(0x30, oid(inner), openElement(0xa0, content)),
      ),
    ),
  );
const signed = '2a864886f70d010702';
const mail = Buffer.from('Content-Type: text/plain\r\n\r\nA blank page.');

describe('S/MIME', () => {
  test('signed content is read in one piece and in pieces of pieces', () => {
    const pieces = openElement(
      0x24,
      element(0x04, mail.subarray(0, 9)),
      element(0x24, element(0x04, mail.subarray(9, 30)), element(0x04, mail.subarray(30))),
    );
    for (const octets of [element(0x04, mail), pieces]) {
      const read = readCms(wrap(signed, octets));
      expect(read).toEqual({ kind: 'mail', bytes: expect.any(Uint8Array) });
      expect(Buffer.from((read as { bytes: Uint8Array }).bytes)).toEqual(mail);
    }
  });

  test('compressed content is read up to a limit', () => {
    const compressed = '2a864886f70d0109100109';
    const pack = (bytes: Uint8Array) => wrap(compressed, element(0x04, deflateSync(bytes)));
    expect(readCms(pack(mail))).toEqual({ kind: 'mail', bytes: mail });
    expect(readCms(pack(Buffer.alloc(33 * 1024 * 1024)))).toBeNull();
  });

  test('a signed receipt, certificates, and encrypted content are told apart', () => {
    const receipt = wrap(signed, element(0x04, mail), '2a864886f70d0109100101');
    expect(readCms(receipt)).toEqual({ kind: 'receipt' });
    const none = element(0x30, element(0x02), element(0x31), element(0x30, oid(data)));
    const certificates = element(0x30, oid(signed), element(0xa0, none));
    expect(readCms(certificates)).toEqual({ kind: 'certificates' });
    expect(readCms(readFile('smime-encrypted'))).toEqual({ kind: 'encrypted' });
  });

  test('signed mails in one another are opened up to a limit', async () => {
    const pack = (inner: Uint8Array) =>
      Buffer.concat([
        Buffer.from(
          'Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n',
        ),
        Buffer.from(wrap(signed, element(0x04, inner)).toString('base64')),
      ]);
    expect((await readMail(pack(pack(mail))))?.text.trim()).toBe('A blank page.');
    let deep: Uint8Array = mail;
    for (let depth = 0; depth < 9; depth++) deep = pack(deep);
    expect((await readMail(deep))?.files).toHaveLength(1);
  });
});

describe('winmail.dat', () => {
  const file = readFile('winmail-alone');

  test('has a text, files, and a mail as a file', () => {
    const read = readTnef(file)!;
    expect(read.text).toContain('The table has errors: Grüße.');
    expect(read.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['Fehler groß.log', 'E42 disk is full\n'],
      ['Untitled.txt', 'Payment refused\n\nYour payment was refused.'],
    ]);
  });

  test('that is cut has what is whole', () => {
    const lengths = Array.from({ length: file.length }, (_, at) => at);
    const counts = lengths.map((at) => readTnef(file.subarray(0, at))?.files.length ?? 0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(readTnef(file.subarray(0, -40))!.files[0]!.name).toBe('Fehler groß.log');
  });
});

// The examples of the specification.
test.each([
  [
    '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af320',
    '68656c090020627705b06c647d0a800fa0',
    '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
  ],
  [
    '1a0000001c0000004c5a4675e2d44b51410004205758595a',
    '0d6e7d010eb0',
    '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
  ],
])('RTF is unpacked with its repetitions: %#', (beginning, end, rtf) => {
  expect(decompressRtf(Buffer.from(beginning + end, 'hex'))).toBe(rtf);
});

test('HTML is read up to two million letters, not counting the data of pictures', async () => {
  const read = async (filler: string) => {
    const html = `<p>One</p>${filler}<p>Two</p>`;
    const mail = await readMail(Buffer.from(`Content-Type: text/html\r\n\r\n${html}`));
    return mail!.text.replace(/\s+/g, ' ').trim();
  };
  expect(await read(`<!-- ${'x'.repeat(2_000_000)} -->`)).toBe('One');
  expect(await read(`<img src="data:image/png;base64,${'A'.repeat(2_000_000)}">`)).toBe('One Two');
});

describe('a uuencoded file', () => {
  test('is taken out of the text with its bytes, also when spaces were lost', () => {
    const bytes = Buffer.from('Cat');
    for (const end of ['`', ' ', ''])
      expect(extractUuencodedFiles(`Before\nbegin 644 a.txt\n#0V%T\n${end}\nend\nAfter`)).toEqual({
        text: 'Before\nAfter',
        files: [{ name: 'a.txt', bytes }],
      });
  });

  test.each([
    'begin 644 words of mine\nand no data\nend',
    'begin 644 a.txt\n#0V%T\n`',
    'begin 644 a.txt\n#0V%T\nend',
    'begin 644 a.txt\nend',
    'Begin 644 a.txt\n#0V%T\n`\nend',
  ])('%j stays text', (text) => {
    expect(extractUuencodedFiles(text)).toEqual({ text, files: [] });
  });
});
