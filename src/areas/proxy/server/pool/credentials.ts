// User names and passwords of proxies, encrypted, so that the database alone does not reveal them.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '#kernel/secrets.ts';

export type Login = { username: string; password: string };

export type Vault = {
  /** Null for an empty login. Bound to the proxy's id: on another row it cannot be decrypted. */
  seal(id: string, login: Login): Buffer | null;
  /** Null without credentials, and for credentials encrypted with another APP_SECRET. */
  open(id: string, sealed: Buffer | null): Login | null;
  /** The same for other texts, bound to the id of their row. */
  sealText(id: string, text: string): Buffer;
  openText(id: string, sealed: Buffer): string | null;
  /** Distinguishes the users of one address without revealing them. */
  hashUser(username: string): Buffer;
};

const ivBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

export function createVault(secret: string): Vault {
  const key = deriveKey(secret, 'proxy-credentials');
  const userKey = deriveKey(secret, 'proxy-users');
  const sealText: Vault['sealText'] = (id, text) => {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(id));
    const start = sealing.update(text, 'utf8');
    const end = sealing.final();
    return Buffer.concat([iv, sealing.getAuthTag(), start, end]);
  };
  const openText: Vault['openText'] = (id, sealed) => {
    try {
      const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes));
      opening.setAAD(Buffer.from(id));
      opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const text = opening.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8');
      return text + opening.final('utf8');
    } catch {
      return null;
    }
  };
  return {
    seal: (id, { username, password }) =>
      username === '' && password === ''
        ? null
        : sealText(id, JSON.stringify([username, password])),
    open(id, sealed) {
      const text = sealed && openText(id, sealed);
      if (!text) return null;
      const [username, password] = JSON.parse(text) as [string, string];
      return { username, password };
    },
    sealText,
    openText,
    hashUser: (username) => createHmac('sha256', userKey).update(username).digest(),
  };
}
