// User names and passwords of proxies, encrypted, so that the database alone does not reveal them.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '#kernel/secrets.ts';

export type Login = { username: string; password: string };

export type Vault = {
  /** Null for an empty login. Bound to the proxy's id: on another row it cannot be decrypted. */
  seal(id: string, login: Login): Buffer | null;
  /** Null without credentials, and for credentials encrypted with another APP_SECRET. */
  open(id: string, sealed: Buffer | null): Login | null;
  /** Distinguishes the users of one address without revealing them. */
  hashUser(username: string): Buffer;
};

const ivBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

export function createVault(secret: string): Vault {
  const key = deriveKey(secret, 'proxy-credentials');
  const userKey = deriveKey(secret, 'proxy-users');
  return {
    seal(id, { username, password }) {
      if (username === '' && password === '') return null;
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(id));
      const text = sealing.update(JSON.stringify([username, password]), 'utf8');
      const end = sealing.final();
      return Buffer.concat([iv, sealing.getAuthTag(), text, end]);
    },
    open(id, sealed) {
      if (!sealed) return null;
      try {
        const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes));
        opening.setAAD(Buffer.from(id));
        opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const text = opening.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8');
        const [username, password] = JSON.parse(text + opening.final('utf8')) as [string, string];
        return { username, password };
      } catch {
        return null;
      }
    },
    hashUser: (username) => createHmac('sha256', userKey).update(username).digest(),
  };
}
