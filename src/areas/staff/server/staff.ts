// Dependencies of the console's use-cases: the public interface of every area.
import type { Accounts } from '#areas/accounts/server/index.ts';
import type { Keys, Subscriptions } from '#areas/billing/server/index.ts';
import type { Customs } from '#areas/customs/server/index.ts';
import type { Payments } from '#areas/payments/server/index.ts';
import type { Proxies } from '#areas/proxy/server/index.ts';
import type { Speech } from '#areas/speech/server/index.ts';
import type { Support } from '#areas/support/server/index.ts';
import type { Webhooks } from '#areas/webhooks/server/index.ts';
import type { Kernel } from '#kernel/kernel.ts';

export type Staff = {
  kernel: Kernel;
  accounts: Accounts;
  customs: Customs;
  keys: Keys;
  payments: Payments;
  proxy: Proxies;
  speech: Speech;
  subscriptions: Subscriptions;
  support: Support;
  webhooks: Webhooks;
};

export const createStaff = (kernel: Kernel, areas: Omit<Staff, 'kernel'>): Staff => ({
  kernel,
  accounts: areas.accounts,
  customs: areas.customs,
  keys: areas.keys,
  payments: areas.payments,
  proxy: areas.proxy,
  speech: areas.speech,
  subscriptions: areas.subscriptions,
  support: areas.support,
  webhooks: areas.webhooks,
});

/** Returns null and logs the error if the block fails, so that the rest is shown. */
export async function readBlock<T>(
  { log }: Pick<Kernel, 'log'>,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (err) {
    log.error({ err, block: name }, 'a block of the console failed');
    return null;
  }
}

type Kinds<Kind extends string, Found> = {
  kinds: readonly Kind[];
  find: (kind: Kind) => Promise<Found[]>;
};

/** What was found of each kind, in their order, and the kinds that could not be read. */
export async function findOfKinds<Kind extends string, Found>(
  kernel: Pick<Kernel, 'log'>,
  { kinds, find }: Kinds<Kind, Found>,
): Promise<{ found: Found[]; failed: Kind[] }> {
  const blocks = await Promise.all(kinds.map((kind) => readBlock(kernel, kind, () => find(kind))));
  return {
    found: blocks.flatMap((block) => block ?? []),
    failed: kinds.filter((_, at) => blocks[at] === null),
  };
}
