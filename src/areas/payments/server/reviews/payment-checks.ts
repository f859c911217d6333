// What staff see of the payment providers on the System screen.
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { minuteMs } from '#lib/durations.ts';
import { formatList } from '#lib/format.ts';
import { describeElsewhere } from '../cards/provider-accounts.ts';
import type { Payments } from '../context.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';

const permissionsKnownMs = 10 * minuteMs;

export function addPaymentCheck(payments: Payments): void {
  const { kernel } = payments;
  const { config, clock } = kernel;
  let known: { missing: Promise<string[]>; untilMs: number } | null = null;
  const describe = (one: PaymentProvider) => describeElsewhere({ kernel }, one);
  kernel.checks.add({
    name: 'payments',
    title: 'Payments',
    async read() {
      const { offered } = payments.providers;
      const now = clock.now().getTime();
      if (!known || known.untilMs <= now)
        known = { missing: listMissing(offered), untilMs: now + permissionsKnownMs };
      return judgeProviders(offered, {
        isProduction: config.isProduction,
        missing: await known.missing,
        elsewhere: await Promise.all(offered.map(describe)),
      });
    },
  });
}

/** What keys may not do, such as `Disputes of stripe`. */
async function listMissing(offered: Providers['offered']): Promise<string[]> {
  const lists = await Promise.all(
    offered.map(async (one) =>
      ((await one.listMissingPermissions?.()) ?? []).map((name) => `${name} of ${one.name}`),
    ),
  );
  return lists.flat();
}

type Facts = {
  isProduction: boolean;
  missing: readonly string[];
  /** What belongs to accounts that the keys are not of. */
  elsewhere: readonly (string | null)[];
};

export function judgeProviders(
  offered: readonly Pick<PaymentProvider, 'name' | 'isTest'>[],
  { isProduction, missing, elsewhere }: Facts,
): PartHealth {
  if (offered.length === 0) return { state: 'off', message: 'No payment provider is configured.' };
  const tests = offered.filter(({ isTest }) => isTest).map(({ name }) => name);
  const names = offered.map(({ name }) => name).join(', ');
  if (isProduction && tests.length > 0)
    return {
      state: 'down',
      message: `Test money by ${tests.join(', ')}: set live keys before customers pay.`,
    };
  if (missing.length > 0)
    return {
      state: 'down',
      message: `The key may not read ${formatList(missing)}: give it the permissions of docs/guides/deploy.md.`,
    };
  const unusable = elsewhere.filter((text) => text !== null);
  if (unusable.length > 0)
    return {
      state: 'warning',
      message: `${unusable.join('; ')}: they can be used again with its key, or when their owners add their cards again.`,
    };
  return { state: 'ok', message: `Customers pay by ${names}.` };
}
