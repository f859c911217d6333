import type { Tx } from '#kernel/database/database.ts';
import { createToken } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { RateVerdict } from '#kernel/rate-limits.ts';
import type { Accounts, Origin } from './accounts.ts';
import { readAsker, staffKey, type Visitor } from './askers.ts';
import { admitRequest } from './guessing.ts';
import { sendCode } from './sign-in-codes.ts';

type Requested = { email: string; sourceUrl: string; visitor: Visitor; actor: Actor | null };

const purpose = 'sign_in';

/** Returns what the browser is to be known by when it types the code. */
export async function requestSignInCode(
  accounts: Accounts,
  { email, sourceUrl, visitor, actor }: Requested,
): Promise<{ browserToken: string; rates: RateVerdict | null }> {
  const browserToken = visitor.browserToken ?? createToken();
  const browser = { ...visitor, browserToken };
  const asker = await accounts.work.read((db) => readAsker(db, browser, { email, actor }));
  const rates = await admitRequest(accounts, asker);
  await accounts.work.write((tx) =>
    sendCode(accounts, tx, { email, purpose, sourceUrl, visitor, asker }),
  );
  return { browserToken, rates };
}

/** The mail that the person would have asked for; it uses up nothing of their own. */
export function sendSignInMail(
  accounts: Accounts,
  tx: Tx,
  email: string,
  staff: Origin,
): Promise<void> {
  const asker = { key: staffKey, isKnown: true, browserHash: null };
  return sendCode(accounts, tx, { email, purpose, sourceUrl: '', visitor: staff, asker });
}
