import { findPeople } from '#areas/accounts/server/index.ts';
import { readMissedPeriodProposals } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { toAmount, toDecimalText, zero } from '#lib/money.ts';
import * as contract from '../../wire/missed-periods.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { proposeMissedPeriod } from './decide-missed.ts';
import { listMissedPeriods } from './missed-period-store.ts';

export function missedPeriodRoutes(api: Api, deps: Subscriptions): void {
  mount(api, contract.listMissedPeriods, ({ db, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => listMissedPeriods(db, query, page),
      (rows) => serializeMissed(deps, db, rows),
    ),
  );
  mount(api, contract.proposeMissedPeriod, async ({ db, actor, audit, params, body }) => {
    const proposal = { id: params.uuid, ...body };
    return respond(202, {
      adjustment: await proposeMissedPeriod(deps, db, { actor, audit }, proposal),
    });
  });
}

type Rows = Awaited<ReturnType<typeof listMissedPeriods>>['rows'];

/** One query each for all people, wallets and proposals. */
async function serializeMissed(
  { kernel, ledger, payments }: Subscriptions,
  db: Db,
  rows: Rows,
): Promise<contract.MissedPeriodWire[]> {
  if (rows.length === 0) return [];
  const accountIds = [...new Set(rows.map((row) => row.account_id))];
  const ids = rows.map(({ id }) => id);
  const people = await findPeople(db, kernel.config, accountIds);
  const proposals = await readMissedPeriodProposals(payments, db, ids);
  const wallets = await ledger.readAvailable(db, accountIds);
  return rows.map(({ id, account_id, currency, amount, slug, name, ...row }) => {
    const proposal = proposals.get(id);
    const wallet = wallets.find(
      (one) => one.accountId === account_id && one.amount.currency === currency,
    );
    return {
      uuid: id,
      status: row.status,
      user: { id: account_id, email: people.get(account_id)?.email ?? '' },
      subscription: row.subscription_id,
      tariff: { slug, name },
      amount: toDecimalText(toAmount(amount, currency)),
      currency,
      available: toDecimalText(wallet?.amount ?? zero(currency)),
      period_start: row.period_start.toISOString(),
      period_end: row.period_end.toISOString(),
      proposal: proposal
        ? {
            adjustment: proposal.uuid,
            action: proposal.kind === 'charge_period' ? 'charge' : 'waive',
            proposed_by: proposal.proposed_by,
          }
        : null,
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  });
}
