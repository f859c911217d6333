// URLs that give access to one object for a few minutes without signing in.
import type { KeyObject } from 'node:crypto';
import { testModePath } from '#lib/test-mode.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { deriveKeys, isSameSecret, signText } from '../secrets.ts';

const lifetimeMs = 5 * 60_000;

export type SignedTarget = {
  /** The path of the URL, such as `/apix/.../pdf/`. */
  path: string;
  /** The row or object; a URL for one never gives access to another. */
  objectId: string;
  /** The name of the downloaded file. */
  fileName?: string;
};
export type SignedQuery = { expires?: string; signature?: string; name?: string };

export type UrlSigner = {
  /** The path with its query. Valid until `expiresAt`, by default for 5 minutes. */
  signFileUrl(target: SignedTarget & { expiresAt?: Date }): string;
  /** False for a wrong or expired signature, or one of another object. Covers `name` as well. */
  isSigned(target: Omit<SignedTarget, 'fileName'>, query: SignedQuery): boolean;
  /** A URL of a stored object, which `/files/*` serves as a download. */
  signStoredFile(file: { key: string; fileName: string; expiresAt?: Date }): string;
};

export function createUrlSigner({
  config,
  clock,
}: {
  config: Pick<Config, 'APP_SECRET'> & Partial<Pick<Config, 'isTestMode'>>;
  clock: Clock;
}): UrlSigner {
  const keys = deriveKeys(config.APP_SECRET, 'signed-urls');
  const start = config.isTestMode ? testModePath : '';
  // JSON, so that different targets never result in the same text.
  const toText = (path: string, objectId: string, fileName: string, expires: string) =>
    JSON.stringify([path, objectId, fileName, expires]);
  const sign = (key: KeyObject, text: string) => signText(key, text).toString('base64url');

  const signFileUrl: UrlSigner['signFileUrl'] = ({ path, objectId, fileName = '', expiresAt }) => {
    const end = expiresAt?.getTime() ?? clock.now().getTime() + lifetimeMs;
    const expires = String(Math.floor(end / 1000));
    const query = new URLSearchParams({ expires });
    if (fileName) query.set('name', fileName);
    query.set('signature', sign(keys[0], toText(path, objectId, fileName, expires)));
    return `${start}${path}?${query}`;
  };
  return {
    signFileUrl,
    isSigned({ path, objectId }, { expires = '', signature = '', name = '' }) {
      const text = toText(path, objectId, name, expires);
      if (!keys.some((key) => isSameSecret(signature, sign(key, text)))) return false;
      return Number(expires) * 1000 > clock.now().getTime();
    },
    signStoredFile: ({ key: objectId, ...rest }) =>
      signFileUrl({ path: `/files/${objectId}`, objectId, ...rest }),
  };
}
