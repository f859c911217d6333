// Dependencies of the API key use-cases.
import type { Kernel } from '#kernel/kernel.ts';
import type { Usage } from '../usage/usage.ts';
import { createKeyChecker, type KeyChecker } from './check-key.ts';
import { createKeyUsageCounter, type KeyUsageCounter } from './key-usage-counter.ts';

export type Keys = {
  kernel: Kernel;
  checker: KeyChecker;
  uses: KeyUsageCounter;
  usage: Pick<Usage, 'changed'>;
};

export function createKeys(kernel: Kernel, usage: Keys['usage']): Keys {
  const uses = createKeyUsageCounter(kernel);
  return { kernel, uses, checker: createKeyChecker(kernel, uses), usage };
}
