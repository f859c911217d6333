import type { Db } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Amount, negate, toAmount, toDecimalText } from '#lib/money.ts';
import type { Ledger, PostedJournal } from '../ledger.ts';
import {
  HoldExceeded,
  HoldNotOpen,
  IdempotencyConflict,
  InsufficientBalance,
  JournalNotFound,
  NotReversible,
} from '../ledger-errors.ts';
import {
  findJournal,
  findJournalByKey,
  type NewJournal,
  postJournal,
  type StoredJournal,
} from './journal-store.ts';
import {
  assertJournal,
  type JournalDetails,
  type JournalDraft,
  type PostingDraft,
} from './journals.ts';

type Deps = Pick<Kernel, 'clock'>;
type JournalLinks = Pick<NewJournal, 'reversalOf' | 'holdId'>;

export const post = (deps: Deps, db: Db, draft: JournalDraft): Promise<PostedJournal> =>
  write(deps, db, draft, {});

export const capture = (
  deps: Deps,
  db: Db,
  holdId: string,
  draft: JournalDraft,
): Promise<PostedJournal> => write(deps, db, draft, { holdId });

async function write(
  deps: Deps,
  db: Db,
  draft: JournalDraft,
  links: JournalLinks,
): Promise<PostedJournal> {
  assertJournal(draft);
  const now = deps.clock.now();
  const id = createId(now);
  const transactionIds = draft.postings.map(() => createId(now));
  const answer = await postJournal(db, { id, now, draft, transactionIds, ...links });
  if (answer.outcome === 'posted')
    return {
      journalId: id,
      createdAt: new Date(answer.created_at),
      isReplay: false,
      transactions: draft.postings.flatMap(({ kind, amount }, at) =>
        kind === 'wallet_available'
          ? [
              {
                id: transactionIds[at]!,
                amount,
                balanceAfter: toAmount(answer.balances[at]!, amount.currency),
              },
            ]
          : [],
      ),
    };
  if (answer.outcome === 'replay') return replay(db, draft, links);
  if (answer.outcome === 'hold_not_open') throw new HoldNotOpen(readHoldStatus(answer.status));
  const required = toAmount(answer.required, answer.currency);
  const available = toAmount(answer.available, answer.currency);
  throw answer.outcome === 'insufficient'
    ? new InsufficientBalance(required, available)
    : new HoldExceeded(required, available);
}

/** An open hold of another wallet counts as missing. */
const readHoldStatus = (status: 'captured' | 'released' | 'open' | null) =>
  status === 'captured' || status === 'released' ? status : ('missing' as const);

async function replay(db: Db, draft: JournalDraft, links: JournalLinks): Promise<PostedJournal> {
  const first = await findJournalByKey(db, draft.idempotencyKey);
  if (!first) throw new Error('The journal of an idempotency key is missing.');
  if (!isSameJournal(first, draft, links)) throw new IdempotencyConflict();
  return {
    journalId: first.id,
    createdAt: first.created_at,
    isReplay: true,
    transactions: first.postings.flatMap(({ transaction_id, currency, amount, balance_after }) =>
      transaction_id && balance_after
        ? [
            {
              id: transaction_id,
              amount: toAmount(amount, currency),
              balanceAfter: toAmount(balance_after, currency),
            },
          ]
        : [],
    ),
  };
}

function isSameJournal(first: StoredJournal, draft: JournalDraft, links: JournalLinks): boolean {
  const describe = (postings: readonly PostingDraft[]) =>
    postings
      .map(
        ({ kind, label = '', amount }) =>
          `${kind}/${label}/${amount.currency}/${toDecimalText(amount)}`,
      )
      .sort()
      .join();
  return (
    first.transaction_type === draft.type &&
    first.account_id === draft.accountId &&
    first.reversal_of === (links.reversalOf ?? null) &&
    first.hold_id === (links.holdId ?? null) &&
    describe(toDrafts(first)) === describe(draft.postings)
  );
}

const toDrafts = ({ postings }: StoredJournal): PostingDraft[] =>
  postings.map(({ kind, label, currency, amount }) => ({
    kind,
    label,
    amount: toAmount(amount, currency),
  }));

type ReversalDetails = Parameters<Ledger['reverse']>[2];

export async function reverse(
  deps: Deps,
  db: Db,
  journalId: string,
  details: ReversalDetails,
): Promise<PostedJournal> {
  const first = await findJournal(db, journalId);
  if (!first) throw new JournalNotFound();
  if (first.reversal_of) throw new NotReversible();
  const links: JournalDetails = {
    ...details,
    idempotencyKey: `reversal:${journalId}`,
    reference: first.reference,
    paymentId: first.payment_id,
    subscriptionId: first.subscription_id,
    metadata: details.metadata ?? {},
  };
  const draft: JournalDraft = {
    ...links,
    type: first.transaction_type,
    accountId: first.account_id,
    postings: toDrafts(first).map((one) => ({ ...one, amount: negate(one.amount) as Amount })),
  };
  return write(deps, db, draft, { reversalOf: journalId });
}
