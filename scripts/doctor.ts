// npm run doctor [-- --live]

import type { CheckedPart, PartState } from '#kernel/observability/system-checks.ts';
import { withKernelAsItIs } from './with-kernel.ts';

const usage = `Usage: npm run doctor             (the settings and parts of this installation)
       npm run doctor -- --live   (calls its services, too; sends no mail and buys nothing)`;

const labels: Record<PartState, string> = {
  ok: 'works',
  warning: 'LOOK',
  down: 'FAILS',
  off: 'off',
};

const print = (title: string, parts: readonly CheckedPart[]) => {
  console.log(`${title}:`);
  const width = Math.max(...parts.map((part) => part.title.length));
  for (const { state, title, message } of parts)
    console.log(`  ${labels[state].padEnd(5)}  ${title.padEnd(width)}  ${message}`);
};

const [option, ...rest] = process.argv.slice(2);

if ((option === undefined || option === '--live') && rest.length === 0)
  await withKernelAsItIs(async ({ checks }) => {
    const parts = await checks.readOutside();
    print('Settings and parts', parts);
    const services = option ? await checks.callAll() : [];
    if (option) print('Services', services);
    if ([...parts, ...services].some(({ state }) => state === 'down')) process.exitCode = 1;
  });
else {
  console.error(usage);
  process.exitCode = 1;
}
