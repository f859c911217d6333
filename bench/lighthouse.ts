// Page speed on a phone with a slow connection: Lighthouse's mobile profile, median of five runs.
import * as chromeLauncher from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { launchOptions } from '#test/browser/chromium.ts';
import { pageBytesMax } from '../scripts/build/page-bytes.ts';
import { product, type Server, startServer } from './load/processes.ts';
import { median, type Row } from './load/rows.ts';
import { readResponse } from './load/same-response.ts';
import { openTestbed } from './load/testbed.ts';

const runsMax = 5;
/** One page of each layout, and the longest lists. */
const pages = [
  '/',
  '/services',
  '/services/custom-software',
  '/industries/automotive',
  '/industries/enterprise',
  '/solutions',
  '/solutions/payment-gateways',
  '/projects',
  '/projects/vehicle-import-calculator',
  '/projects/django-cfg',
  '/projects/industry/enterprise',
  '/pricing',
  '/company/about',
  '/company/contact',
  '/company/platform',
  '/docs',
  '/blog',
  '/blog/one-contract-for-server-client-and-docs',
  '/customs/lithuania/vehicles/motorcycle',
  '/sitemap',
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const criticalKbMax = pageBytesMax / 1024;

export default async function measureLighthouse(): Promise<Row[]> {
  const testbed = await openTestbed();
  const server = await startServer(product, testbed.env, '/readyz');
  const { executablePath, args } = launchOptions;
  const env = 'env' in launchOptions ? launchOptions.env : undefined;
  const chrome = await chromeLauncher.launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
    ...(env && { envVars: env }),
  });
  try {
    const rows: Row[] = [];
    for (const page of pages) rows.push(...(await measurePage(server, chrome.port, page)));
    return rows;
  } finally {
    chrome.kill();
    await server.stop();
    await testbed.close();
  }
}

async function measurePage({ port }: Server, chromePort: number, page: string): Promise<Row[]> {
  const runs: Result[] = [];
  for (let run = 0; run < runsMax; run++) {
    const done = await lighthouse(`http://127.0.0.1:${port}${page}`, {
      port: chromePort,
      logLevel: 'silent',
      output: 'json',
    });
    if (!done || done.lhr.runtimeError) throw new Error(`Lighthouse failed on ${page}.`);
    runs.push(done.lhr);
  }
  const pageBytes = (await readResponse(port, page)).body.length;
  const of = (read: (run: Result) => number) => median(runs.map(read));
  const lost = categories.map((name) => ({
    what: `  ${name}: points below 100`,
    measured: of(({ categories: all }) => 100 - Math.round((all[name]?.score ?? 0) * 100)),
    unit: '',
    limit: 0,
  }));
  return [
    {
      what: `${page}: sent before the first paint`,
      measured: (pageBytes + of(blockingBytes)) / 1024,
      unit: 'KB',
      limit: criticalKbMax,
    },
    ...lost,
    {
      what: '  layout shift',
      measured: of(readNumber('cumulative-layout-shift')),
      unit: '',
      limit: 0,
    },
    { what: '  first paint', measured: of(readNumber('first-contentful-paint')), unit: 'ms' },
    { what: '  largest paint', measured: of(readNumber('largest-contentful-paint')), unit: 'ms' },
  ];
}

const readNumber =
  (audit: string) =>
  ({ audits }: Result): number =>
    audits[audit]?.numericValue ?? Number.NaN;

type Requests = {
  items: { resourceType: string; transferSize: number; networkRequestTime: number }[];
  debugData: { networkStartTimeTs: number };
};

/** Styles and scripts that were requested before the first paint. */
function blockingBytes({ audits }: Result): number {
  const requests = audits['network-requests']?.details as Requests | undefined;
  const metrics = audits.metrics?.details as { items: Record<string, number>[] } | undefined;
  const paintTs = metrics?.items[0]?.observedFirstContentfulPaintTs;
  if (!requests || paintTs === undefined) throw new Error('Lighthouse told no requests.');
  // Request times are in milliseconds from their own start, timestamps are in microseconds.
  const paintMs = (paintTs - requests.debugData.networkStartTimeTs) / 1000;
  return requests.items
    .filter(({ resourceType }) => ['Stylesheet', 'Script'].includes(resourceType))
    .filter(({ networkRequestTime }) => networkRequestTime < paintMs)
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}
