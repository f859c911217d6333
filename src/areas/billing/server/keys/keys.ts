// Dependencies of the API key use-cases.
import type { Kernel } from '#kernel/kernel.ts';
import type { Usage } from '../usage/usage.ts';
import { createKeyChecker, type KeyChecker } from './check-key.ts';

export type Keys = {
  kernel: Kernel;
  checker: KeyChecker;
  usage: Pick<Usage, 'changed'>;
};

export const createKeys = (kernel: Kernel, usage: Keys['usage']): Keys => ({
  kernel,
  checker: createKeyChecker(kernel),
  usage,
});
