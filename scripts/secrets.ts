// npm run secrets -- status | reseal
import type { HostKernel } from '#kernel/kernel.ts';
import { resealAll } from '#kernel/sealing/reseal.ts';
import { withKernel } from './with-kernel.ts';

const usage = `Usage: npm run secrets -- status   (which rows still need an older secret)
       npm run secrets -- reseal   (seals them with the first one; a job does so as well)`;

const [command, ...rest] = process.argv.slice(2);
if (command === 'status' && rest.length === 0) await withKernel(printStatus);
else if (command === 'reseal' && rest.length === 0)
  await withKernel(async (kernel) => {
    console.log(`Sealed ${await resealAll(kernel)} rows with the first secret.`);
    await printStatus(kernel);
  });
else {
  console.error(usage);
  process.exitCode = 1;
}

async function printStatus({ config, sealed }: HostKernel): Promise<void> {
  const secrets = config.APP_SECRET.length;
  console.log(`APP_SECRET lists ${secrets === 1 ? 'one secret' : `${secrets} secrets`}.`);
  let [older, lost] = [0, 0];
  for (const values of sealed.list()) {
    const count = await values.count();
    older += count.older;
    lost += count.lost;
    const columns = [count.current, count.older, count.lost].map((one) => String(one).padStart(9));
    const [current = '', ofOlder = '', ofNone = ''] = columns;
    const name = values.name.padEnd(28);
    console.log(`${name}${current} by the first,${ofOlder} by an older,${ofNone} by none of them`);
  }
  if (lost > 0)
    console.log(`${lost} rows open with none of the secrets. List theirs, or enter them again.`);
  if (older > 0) console.log('The older secrets are still needed.');
  else if (secrets > 1)
    console.log(
      'No row needs an older secret. Removing one ends the sessions, links and reply addresses\n' +
        'that it signed: docs/guides/secure.md says when to do so.',
    );
}
