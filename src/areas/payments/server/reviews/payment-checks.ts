// What staff see of the payment providers on the System screen.
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import type { Payments } from '../context.ts';
import type { PaymentProvider } from '../providers/provider.ts';

export function addPaymentCheck({ kernel, providers }: Payments): void {
  kernel.checks.add({
    name: 'payments',
    title: 'Payments',
    read: async () => judgeProviders(providers.offered, kernel.config.isProduction),
  });
}

export function judgeProviders(
  offered: readonly Pick<PaymentProvider, 'name' | 'isTest'>[],
  isProduction: boolean,
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
