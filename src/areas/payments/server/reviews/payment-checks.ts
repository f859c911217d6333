// What staff see of the payment providers on the System screen.
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { minuteMs } from '#lib/durations.ts';
import { formatList } from '#lib/format.ts';
import { describeElsewhere } from '../cards/provider-accounts.ts';
import type { Payments } from '../context.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';

const permissionsKnownMs = 10 * minuteMs;

/** The second one calls the providers: a command does so only with `--live`. */
export function addPaymentChecks(payments: Payments): void {
  const { config, clock, checks } = payments.kernel;
  checks.add({
    name: 'payments',
    title: 'Payments',
    read: async () => judgeProviders(payments.providers.offered, config),
  });
  let known: { missing: Promise<string[]>; untilMs: number } | null = null;
  checks.add({
    name: 'payment_keys',
    title: 'Payment keys',
    isOfServer: true,
    call: () => checkKeys(payments, listMissing(payments.providers.offered)),
    read: () => {
      const now = clock.now().getTime();
      if (!known || known.untilMs <= now)
        known = {
          missing: listMissing(payments.providers.offered),
          untilMs: now + permissionsKnownMs,
        };
      return checkKeys(payments, known.missing);
    },
  });
}

async function checkKeys(
  { kernel, providers: { offered } }: Payments,
  missing: Promise<string[]>,
): Promise<PartHealth> {
  if (offered.length === 0) return { state: 'off', message: 'No payment provider is configured.' };
  return judgeKeys({
    missing: await missing,
    elsewhere: await Promise.all(offered.map((one) => describeElsewhere({ kernel }, one))),
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

export function judgeProviders(
  offered: readonly Pick<PaymentProvider, 'name' | 'isTest'>[],
  { isProduction }: { isProduction: boolean },
): PartHealth {
  if (offered.length === 0) return { state: 'off', message: 'No payment provider is configured.' };
  const tests = offered.filter(({ isTest }) => isTest).map(({ name }) => name);
  const names = offered.map(({ name }) => name).join(', ');
  if (isProduction && tests.length > 0)
    return {
      state: 'down',
      message: `Test money by ${tests.join(', ')}: set live keys before customers pay.`,
    };
  return { state: 'ok', message: `Customers pay by ${names}.` };
}

type KeyFacts = {
  missing: readonly string[];
  /** What belongs to accounts that the keys are not of. */
  elsewhere: readonly (string | null)[];
};

export function judgeKeys({ missing, elsewhere }: KeyFacts): PartHealth {
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
  return { state: 'ok', message: 'They may do what the product needs.' };
}
