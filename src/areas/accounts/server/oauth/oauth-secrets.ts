// Codes and tokens of apps. They are random and stored as hashes, as API keys are.
import { createHash } from 'node:crypto';
import { createToken } from '#kernel/ids.ts';

const prefixes = { access: 'oat_', refresh: 'ort_', code: 'oac_' } as const;
export type SecretKind = keyof typeof prefixes;

/** A prefix that scanners recognise, and 256 random bits. */
export const createSecret = (kind: SecretKind): string => prefixes[kind] + createToken();

export const isSecret = (kind: SecretKind, text: string): boolean =>
  text.startsWith(prefixes[kind]) && text.length === prefixes[kind].length + 43;

/** Secrets have too much entropy to be guessed: they need no salt and no slow hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The challenge of PKCE's method S256 for a verifier. */
export const hashVerifier = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
