// What the use-cases of keys work with.
import type { Kernel } from '#kernel/kernel.ts';
import { type KeyChecker, openKeyChecker } from './check-key.ts';
import { type KeyUses, openKeyUses } from './count-uses.ts';

export type Keys = { kernel: Kernel; checker: KeyChecker; uses: KeyUses };

export function openKeys(kernel: Kernel): Keys {
  const uses = openKeyUses(kernel);
  return { kernel, uses, checker: openKeyChecker(kernel, uses) };
}
