// Node's compile cache, which setup.mjs sets, and the joined code of build/server/ leave a third of
// the time to the first response.
import path from 'node:path';
import { buildIfStale } from './build/build-if-stale.ts';
import { startFakeProviders } from './fake-providers.ts';
import { createProgress } from './progress.mjs';

await buildIfStale();
await startFakeProviders();
const joined = path.resolve(import.meta.dirname, '../build/server/serve.js');
const { serve } = (await import(joined)) as typeof import('../src/serve.ts');
const { HOST, PORT, SITE_URL, isProduction, hasDevPages } = await serve(createProgress().begin);
const lines = [
  ['Open', SITE_URL],
  ...(isProduction ? [['Listening on', `${HOST}:${PORT}`]] : []),
  ...(hasDevPages ? [['Mailbox', `${SITE_URL}/dev/mail (sign-in codes arrive there)`]] : []),
  ...(isProduction ? [] : [['Demo data', 'npm run seed']]),
];
const printed = lines.map(([what = '', text]) => `  ${what.padEnd(13)} ${text}\n`);
process.stderr.write(`\n${printed.join('')}\n`);
