// Encryption of a file of any size, with a passphrase. The format (docs/guides/back-up.md):
//   header  8 bytes "WFTLBAK1", 1 byte log2 of scrypt's N, 16 bytes salt, 16 bytes file salt
//   chunks  65,536 bytes of content (the last one fewer) by AES-256-GCM, each with its 16-byte tag
// The nonce of a chunk is its number (11 bytes) and whether it is the last one (1 byte), so chunks
// cannot be exchanged, repeated or cut off. The header and the file's name are authenticated too.
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto';
import { promisify } from 'node:util';
import { BackupError } from './problem.ts';

export type Passphrase = {
  /** Derived once for a salt: that takes a second on purpose. */
  keyFor(salt: Buffer, costLog2: number): Promise<Buffer>;
  /** The salt of the files that this process writes. */
  ownSalt: Buffer;
};

type Bytes = AsyncIterable<Buffer>;

const magic = Buffer.from('WFTLBAK1');
const saltBytes = 16;
const headerBytes = magic.length + 1 + 2 * saltBytes;
const chunkBytes = 65_536;
const tagBytes = 16;
const keyBytes = 32;
const nonceCounterBytes = 11;
// 128 MB and about half a second for each guess.
const ownCostLog2 = 17;
// The header is not trusted before it is authenticated: 1 GB at most.
const costLog2Max = 20;
const blockSize = 8;

const deriveByScrypt = promisify(
  (
    text: Buffer,
    salt: Buffer,
    options: ScryptOptions,
    done: (e: Error | null, k: Buffer) => void,
  ) => scrypt(text, salt, keyBytes, options, done),
);

export function openPassphrase(text: Buffer): Passphrase {
  const keys = new Map<string, Promise<Buffer>>();
  return {
    ownSalt: randomBytes(saltBytes),
    keyFor: (salt, costLog2) => {
      const name = `${costLog2} ${salt.toString('hex')}`;
      const N = 2 ** costLog2;
      const known =
        keys.get(name) ??
        deriveByScrypt(text, salt, { N, r: blockSize, p: 1, maxmem: 256 * N * blockSize });
      keys.set(name, known);
      return known;
    },
  };
}

export async function* encrypt(
  content: Bytes,
  { passphrase, name }: { passphrase: Passphrase; name: string },
): AsyncGenerator<Buffer> {
  const cost = Buffer.of(ownCostLog2);
  const header = Buffer.concat([magic, cost, passphrase.ownSalt, randomBytes(saltBytes)]);
  const key = await fileKey(passphrase, header, name);
  yield header;
  let number = 0;
  for await (const { chunk, isLast } of cut(content, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, createNonce(number++, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Throws for a wrong passphrase, and for any change of the file. */
export async function* decrypt(
  stored: Bytes,
  { passphrase, name }: { passphrase: Passphrase; name: string },
): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(stored);
  const isOurs = header.length === headerBytes && header.subarray(0, magic.length).equals(magic);
  if (!isOurs) throw new BackupError(`${name} is not an encrypted file of a backup.`);
  const key = await fileKey(passphrase, header, name);
  let number = 0;
  for await (const { chunk, isLast } of cut(rest, chunkBytes + tagBytes)) {
    const sealed = chunk.subarray(0, Math.max(0, chunk.length - tagBytes));
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, createNonce(number, isLast), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(header).setAuthTag(chunk.subarray(sealed.length));
      yield Buffer.concat([decipher.update(sealed), decipher.final()]);
    } catch {
      const reason = number === 0 ? 'the passphrase is wrong, or the file' : 'the file';
      throw new BackupError(`${name} can't be decrypted: ${reason} is damaged.`);
    }
    number++;
  }
}

async function fileKey(passphrase: Passphrase, header: Buffer, name: string): Promise<Buffer> {
  const costLog2 = header[magic.length] ?? 0;
  if (costLog2 < 1 || costLog2 > costLog2Max) throw new BackupError(`${name} is damaged.`);
  const salts = header.subarray(magic.length + 1);
  const main = await passphrase.keyFor(salts.subarray(0, saltBytes), costLog2);
  const fileSalt = salts.subarray(saltBytes);
  return Buffer.from(hkdfSync('sha256', main, fileSalt, `weftline backup ${name}`, keyBytes));
}

function createNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceCounterBytes + 1);
  nonce.writeUIntBE(number, nonceCounterBytes - 6, 6);
  nonce[nonceCounterBytes] = isLast ? 1 : 0;
  return nonce;
}

/** Chunks of one size; the last one has at least a byte, unless there is no content at all. */
async function* cut(
  content: Bytes,
  bytes: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const part of content) {
    waiting.push(part);
    length += part.length;
    if (length <= bytes) continue;
    let all = Buffer.concat(waiting);
    for (; all.length > bytes; all = all.subarray(bytes))
      yield { chunk: all.subarray(0, bytes), isLast: false };
    waiting = [all];
    length = all.length;
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

async function splitHeader(stored: Bytes): Promise<{ header: Buffer; rest: Bytes }> {
  const parts = stored[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < headerBytes) {
    const { value, done } = await parts.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield first.subarray(headerBytes);
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { header: first.subarray(0, headerBytes), rest: rest() };
}
