// Links that work without signing in, for a few minutes and one object: downloads and documents.
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { deriveKey, isSameSecret } from '../secrets.ts';

const lifetimeMs = 5 * 60_000;

export type SignedTarget = {
  /** The path of the address, as the server will see it again: `/apix/payments/.../pdf/`. */
  path: string;
  /** The row or object that the path shows; a link for one never opens another. */
  objectId: string;
  /** What a browser shall call the download. */
  fileName?: string;
};
export type SignedQuery = { expires?: string; signature?: string; name?: string };

export type UrlSigner = {
  /** The path with its query. Valid for 5 minutes unless `expiresAt` says otherwise. */
  signFileUrl(target: SignedTarget & { expiresAt?: Date }): string;
  /** False for a wrong, foreign or expired signature. `name` of the query is signed too. */
  isSigned(target: Omit<SignedTarget, 'fileName'>, query: SignedQuery): boolean;
  /** A link to an object of the storage, which `/files/*` answers as a download. */
  signStoredFile(file: { key: string; fileName: string; expiresAt?: Date }): string;
};

export function openUrlSigner({
  config,
  clock,
}: {
  config: Pick<Config, 'APP_SECRET'>;
  clock: Clock;
}): UrlSigner {
  const key = deriveKey(config.APP_SECRET, 'signed-urls');
  const signatureOf = (path: string, objectId: string, fileName: string, expires: string) =>
    createHmac('sha256', key)
      // JSON keeps the parts apart: no two targets give the same text.
      .update(JSON.stringify([path, objectId, fileName, expires]))
      .digest('base64url');

  const signFileUrl: UrlSigner['signFileUrl'] = ({ path, objectId, fileName = '', expiresAt }) => {
    const end = expiresAt?.getTime() ?? clock.now().getTime() + lifetimeMs;
    const expires = String(Math.floor(end / 1000));
    const query = new URLSearchParams({ expires });
    if (fileName) query.set('name', fileName);
    query.set('signature', signatureOf(path, objectId, fileName, expires));
    return `${path}?${query}`;
  };
  return {
    signFileUrl,
    isSigned({ path, objectId }, { expires = '', signature = '', name = '' }) {
      if (!isSameSecret(signature, signatureOf(path, objectId, name, expires))) return false;
      return Number(expires) * 1000 > clock.now().getTime();
    },
    signStoredFile: ({ key: objectId, ...rest }) =>
      signFileUrl({ path: `/files/${objectId}`, objectId, ...rest }),
  };
}
