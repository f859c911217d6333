// Programs that the product can do without. What a machine happens to have installed does not decide
// whether `npm test` passes: only a part of `npm run test:all` runs their tests, once it has
// installed them.
import { spawnSync } from 'node:child_process';

const isOn = process.env.TEST_OPTIONAL_PROGRAMS === 'on';

/** Whether the tests of a program run: `isInstalled` is only called where optional ones are on. */
export const hasOptional = (isInstalled: () => boolean): boolean => isOn && isInstalled();

/** Whether a program can be started. */
export const isProgram = (program: string, args: readonly string[] = []): boolean =>
  !spawnSync(program, args, { stdio: 'ignore' }).error;

/** A suffix for names of skipped tests. */
export const skippedUnless = (what: string, isHere: boolean): string =>
  isHere ? '' : ` (skipped without ${what})`;
