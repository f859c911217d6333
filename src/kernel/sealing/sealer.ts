// Texts that the database alone must not reveal: AES-256-GCM, with the id of the secret's key in
// front, so that rows of a replaced secret can be found and sealed again.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey, deriveKeys, type Secrets } from '../secrets.ts';

export type Sealer = {
  /** Bound to the id of the row: in another row it cannot be opened. */
  seal(id: string, text: string): Buffer;
  /** Null for what was sealed with another secret, or for another row. */
  open(id: string, sealed: Buffer): string | null;
  /** The position of the secret that opens it, 0 for the one that seals; null like `open`. */
  findSecret(id: string, sealed: Buffer): number | null;
  /** What all values begin with that the first secret sealed. */
  currentPrefix: Buffer;
};

type Opened = { text: string; secretAt: number };

// Values of earlier versions begin with 12 random bytes instead. One that begins like a prefix by
// chance still opens, because all keys are tried.
const formatVersion = 1;
const keyIdBytes = 4;
const prefixBytes = 1 + keyIdBytes;
const ivBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

/** `purpose` as for `deriveKey`. */
export function createSealer(secrets: Secrets, purpose: string): Sealer {
  const keys = deriveKeys(secrets, purpose);
  const prefixes = secrets.map(toPrefix);
  const currentPrefix = toPrefix(secrets[0]);

  function find(id: string, sealed: Buffer): Opened | null {
    const prefix = sealed.subarray(0, prefixBytes);
    const named = prefixes.findIndex((one) => one.equals(prefix));
    const key = keys[named];
    const text = key ? decrypt(key, id, sealed.subarray(prefixBytes)) : null;
    if (text !== null) return { text, secretAt: named };
    for (const [secretAt, other] of keys.entries()) {
      const old = decrypt(other, id, sealed);
      if (old !== null) return { text: old, secretAt };
    }
    return null;
  }

  return {
    seal: (id, text) => Buffer.concat([currentPrefix, encrypt(keys[0], id, text)]),
    open: (id, sealed) => find(id, sealed)?.text ?? null,
    findSecret: (id, sealed) => find(id, sealed)?.secretAt ?? null,
    currentPrefix,
  };
}

function toPrefix(secret: string): Buffer {
  const keyId = deriveKey(secret, 'key-id').export().subarray(0, keyIdBytes);
  return Buffer.concat([Buffer.from([formatVersion]), keyId]);
}

function encrypt(key: KeyObject, id: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(id));
  const start = sealing.update(text, 'utf8');
  const end = sealing.final();
  return Buffer.concat([iv, sealing.getAuthTag(), start, end]);
}

function decrypt(key: KeyObject, id: string, sealed: Buffer): string | null {
  try {
    const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    opening.setAAD(Buffer.from(id));
    opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const text = opening.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8');
    return text + opening.final('utf8');
  } catch {
    return null;
  }
}
