import type { Config } from '#kernel/config.ts';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { capitalize, formatList } from '#lib/format.ts';
import type { PaymentProvider } from './provider.ts';

/** Which providers take payments, and whether with real money. */
export function judgeProviders(
  offered: readonly Pick<PaymentProvider, 'name' | 'isTest'>[],
  { isProduction }: Pick<Config, 'isProduction'>,
): PartHealth {
  if (offered.length === 0)
    return { state: 'off', message: 'Nobody can pay: set the keys of Stripe or NOWPayments.' };
  const names = formatList(
    offered.map(({ name, isTest }) => `${capitalize(name)} (${isTest ? 'test' : 'real'} money)`),
  );
  const state = isProduction && offered.some(({ isTest }) => isTest) ? 'warning' : 'ok';
  const advice = state === 'warning' ? ': set live keys before customers pay' : '';
  return { state, message: `Payments by ${names}${advice}.` };
}
