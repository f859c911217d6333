// Mails of any shape are read: nothing throws, whatever is cut, repeated or exchanged in them.
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '#test/fuzz/random.ts';
import { isLongRun } from '#test/parts.ts';
import readMail from './read-mail.ts';
import { createSentTexts } from './sent-texts.ts';
import { splitReply } from './split-reply.ts';

const seed = Number(process.env.FUZZ_SEED ?? (isLongRun ? randomInt(2 ** 31) : 20));
const rounds = isLongRun ? 20_000 : 150;
const directory = new URL('../../../../../test/mails/', import.meta.url);
const mails = readdirSync(directory)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => readFileSync(new URL(name, directory)));
const sent = createSentTexts(['We answered you\n\nWhat do you see?']);

/** A piece is cut out, repeated, exchanged for one of another mail, or changed in one byte. */
function change(mail: Buffer, random: Random): Buffer {
  const start = random.below(mail.length);
  const end = start + random.below(Math.min(200, mail.length - start) + 1);
  const other = random.pick(mails);
  const piece = random.pick([
    Buffer.alloc(0),
    Buffer.concat([mail.subarray(start, end), mail.subarray(start, end)]),
    other.subarray(random.below(other.length)).subarray(0, 200),
    Buffer.from([random.below(256)]),
  ]);
  return Buffer.concat([mail.subarray(0, start), piece, mail.subarray(end)]);
}

test(`changed mails are read, and every word is in one of both parts (seed ${seed})`, async () => {
  const random = createRandom(seed);
  for (let round = 0; round < rounds; round++) {
    let mail: Buffer = random.pick(mails);
    for (let at = random.below(6); at >= 0; at--) mail = change(mail, random);
    const read = await readMail(mail);
    expect(read, `round ${round}`).not.toBeNull();
    const { text, folded } = splitReply(read!.text, sent, 'weftline.example.com');
    const count = (one: string) => one.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    expect(count(text) + count(folded), `round ${round}`).toBe(count(read!.text));
  }
});

const part = 'Content-Type: text/plain\r\n\r\nOne\r\n';
test.each([
  [
    '10,000 parts',
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${part}`.repeat(10_000)}`,
  ],
  [
    'a hundred parts in one another',
    Array.from(
      { length: 100 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}x\r\n\r\n--b${at}x\r\n`,
    ).join('') + part,
  ],
  ['a line of 1 MB', `Content-Type: text/plain\r\n\r\nOne ${'a'.repeat(1_000_000)}`],
])('%s are read', async (_, raw) => {
  expect((await readMail(Buffer.from(raw)))!.text).toContain('One');
});
