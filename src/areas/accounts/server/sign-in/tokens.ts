import { createSigner, createVerifier } from 'fast-jwt';
import type { Clock } from '#kernel/clock.ts';
import { createId } from '#kernel/ids.ts';
import { deriveKeys, type Secrets } from '#kernel/secrets.ts';
import { accessMinutes } from '../../wire/sessions.constants.ts';

export type Claims = {
  token_type: 'access' | 'refresh';
  user_id: number;
  sid: string;
  jti: string;
  iat: number;
  exp: number;
};
type Subject = { accountId: number; sessionId: string };

export type Tokens = {
  /** Valid for `accessMinutes`. */
  signAccess(subject: Subject): string;
  /** Valid until the session ends; refreshing does not extend it. */
  signRefresh(subject: Subject, expiresAt: Date): string;
  /** Null for a token that is forged, expired or of the other type. */
  read(type: Claims['token_type'], token: string): Claims | null;
  /** An expired one too. */
  verify(type: Claims['token_type'], token: string): Claims | null;
};

/**
 * HS256, with the first secret; all of them verify. Whether a token is still valid is decided by
 * its session: see ../sessions/sessions.ts.
 */
export function createTokens({ secrets, clock }: { secrets: Secrets; clock: Clock }): Tokens {
  const keys = deriveKeys(secrets, 'account-tokens').map((key) => key.export());
  const signJwt = createSigner({ key: keys[0]!, algorithm: 'HS256' });
  // Expiry is checked against our clock below, because the verifier caches its results.
  const verifiers = keys.map((key) =>
    createVerifier({ key, algorithms: ['HS256'], cache: 1000, ignoreExpiration: true }),
  );
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (type: Claims['token_type'], { accountId, sessionId }: Subject, exp: number) =>
    signJwt({
      token_type: type,
      user_id: accountId,
      sid: sessionId,
      jti: createId(clock.now()),
      iat: seconds(),
      exp,
    });
  const verify: Tokens['verify'] = (type, token) => {
    const claims = verifyWithAny(verifiers, token);
    return claims?.token_type === type ? claims : null;
  };
  return {
    verify,
    signAccess: (subject) => sign('access', subject, seconds() + accessMinutes * 60),
    signRefresh: (subject, expiresAt) =>
      sign('refresh', subject, Math.floor(expiresAt.getTime() / 1000)),
    read(type, token) {
      const claims = verify(type, token);
      return claims && claims.exp > seconds() ? claims : null;
    },
  };
}

function verifyWithAny(
  verifiers: readonly ((token: string) => unknown)[],
  token: string,
): Claims | null {
  for (const verify of verifiers)
    try {
      return verify(token) as Claims;
    } catch {
      // Signed with another secret, or by nobody.
    }
  return null;
}
