import type { Tx } from '#kernel/database/database.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { RateLimitResult } from '#kernel/http/rate-limits.ts';
import { createToken } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { throttleRequest } from './guessing.ts';
import { type ClientInfo, identifySource, staffSourceKey } from './request-source.ts';
import { sendCode } from './sign-in-codes.ts';

type SignInCodeRequest = {
  email: string;
  sourceUrl: string;
  client: ClientInfo;
  actor: Actor | null;
};

const purpose = 'sign_in';

/** Returns the token by which the browser is recognised when it enters the code. */
export async function requestSignInCode(
  accounts: Accounts,
  { email, sourceUrl, client, actor }: SignInCodeRequest,
  write: LastWrite<void> = accounts.work.write,
): Promise<{ browserToken: string; rates: RateLimitResult | null }> {
  const browserToken = client.browserToken ?? createToken();
  const browser = { ...client, browserToken };
  const source = await accounts.work.read((db) => identifySource(db, browser, { email, actor }));
  const rates = await throttleRequest(accounts, source);
  await write((tx) => sendCode(accounts, tx, { email, purpose, sourceUrl, client, source }));
  return { browserToken, rates };
}

/** Sent by staff; does not count towards the limits of the person. */
export function sendSignInMail(
  accounts: Accounts,
  tx: Tx,
  email: string,
  staff: Origin,
): Promise<void> {
  const source = { key: staffSourceKey, isKnown: true, browserHash: null };
  return sendCode(accounts, tx, { email, purpose, sourceUrl: '', client: staff, source });
}
