// User names and passwords of proxies, encrypted, so that the database alone does not reveal them.
import { createSealer, type Sealer } from '#kernel/sealing/sealer.ts';
import { deriveKeys, type Secrets, signText } from '#kernel/secrets.ts';

export type Login = { username: string; password: string };

export type Vault = {
  /** Null for an empty login. Bound to the proxy's id: on another row it cannot be decrypted. */
  seal(id: string, login: Login): Buffer | null;
  /** Null without credentials, and for credentials encrypted with another APP_SECRET. */
  open(id: string, sealed: Buffer | null): Login | null;
  /** For other texts, bound to the id of their row. */
  sealer: Sealer;
  /** Distinguishes the users of one address without revealing them. */
  hashUser(username: string): Buffer;
  /** What `hashUser` returns with each of the secrets, the newest first. */
  hashUsername(username: string): Buffer[];
};

export function createVault(secrets: Secrets): Vault {
  const sealer = createSealer(secrets, 'proxy-credentials');
  const userKeys = deriveKeys(secrets, 'proxy-users');
  return {
    seal: (id, { username, password }) =>
      username === '' && password === ''
        ? null
        : sealer.seal(id, JSON.stringify([username, password])),
    open(id, sealed) {
      const text = sealed && sealer.open(id, sealed);
      return text ? parseLogin(text) : null;
    },
    sealer,
    hashUser: (username) => signText(userKeys[0], username),
    hashUsername: (username) => userKeys.map((key) => signText(key, username)),
  };
}

/** The text that `seal` encrypts. */
export function parseLogin(text: string): Login {
  const [username, password] = JSON.parse(text) as [string, string];
  return { username, password };
}
