// What the console's use-cases work with: every area, through what each offers the others.
import type { Accounts } from '#areas/accounts/server/index.ts';
import type { Keys, Subscriptions } from '#areas/billing/server/index.ts';
import type { Customs } from '#areas/customs/server/index.ts';
import type { Payments } from '#areas/payments/server/index.ts';
import type { Proxies } from '#areas/proxy/server/index.ts';
import type { Speech } from '#areas/speech/server/index.ts';
import type { Support } from '#areas/support/server/index.ts';
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
};

export const openStaff = (kernel: Kernel, areas: Omit<Staff, 'kernel'>): Staff => ({
  kernel,
  accounts: areas.accounts,
  customs: areas.customs,
  keys: areas.keys,
  payments: areas.payments,
  proxy: areas.proxy,
  speech: areas.speech,
  subscriptions: areas.subscriptions,
  support: areas.support,
});

/** One block that fails must not take the screen down: it is null and the failure is logged. */
export async function blockOf<T>(
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
