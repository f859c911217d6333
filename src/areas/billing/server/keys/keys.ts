// Dependencies of the API key use-cases.
import type { Kernel } from '#kernel/kernel.ts';
import { createKeyChecker, type KeyChecker } from './check-key.ts';
import { createKeyUseCounter, type KeyUseCounter } from './key-use-counter.ts';

export type Keys = { kernel: Kernel; checker: KeyChecker; uses: KeyUseCounter };

export function createKeys(kernel: Kernel): Keys {
  const uses = createKeyUseCounter(kernel);
  return { kernel, uses, checker: createKeyChecker(kernel, uses) };
}
