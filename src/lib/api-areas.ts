// The areas of the API and the groups of their calls, in the order of use: of the OpenAPI documents
// and of the reference.

export type ApiArea = {
  /** The last part of the address of its page in the reference. */
  slug: string;
  title: string;
  sentence: string;
  /** The names of its contracts in src/app.ts. */
  contracts: readonly string[];
  /** The page that explains the area. */
  guide?: string;
  /** A title, and what the paths of its calls have; the first that matches. */
  groups: readonly (readonly [title: string, paths: RegExp])[];
};

export const apiAreas: readonly ApiArea[] = [
  {
    slug: 'billing',
    title: 'Billing',
    sentence: 'API keys, the plan of the account, and what counts towards it.',
    contracts: ['billing'],
    guide: '/docs/keys',
    groups: [
      ['API keys', /\/api-keys\//],
      ['Usage', /\/(usage|charts|dashboard)\//],
      ['Plans', /\/(tariffs|subscriptions|spending)\//],
    ],
  },
  {
    slug: 'customs',
    title: 'Customs',
    sentence: 'Duties and taxes on vehicles and goods, tariff codes and exchange rates.',
    contracts: ['customs'],
    guide: '/docs/customs',
    groups: [
      ['Vehicles', /\/(vehicle-calculation|vehicle-models|vin|pdf\/vehicle)\//],
      ['Goods', /\/(custom-calculation|pdf\/custom)\//],
      ['Files with many calculations', /\/batches\//],
      ['Tariff codes', /\/(tariffs|hs-codes)\//],
      ['Exchange rates', /\/currencies\//],
      ['Without an account', /\/(demo|shared|rule-sets)\//],
      ['Calculators on other sites', /\/embed(-keys)?\//],
    ],
  },
  {
    slug: 'proxy',
    title: 'Data proxy',
    sentence: 'Websites that you reach through proxies: their proxies, logins and statistics.',
    contracts: ['proxy'],
    guide: '/docs/proxy',
    groups: [
      ['Proxies', /\/(proxies|proxy)\//],
      ['Lists of proxies', /\/sources\//],
      ['Logins for programs', /\/sub-users\//],
      ['Resources', /\/(resources|echo)\//],
    ],
  },
  {
    slug: 'speech',
    title: 'Speech',
    sentence: 'Transcription of recordings and live speech, and speech from text.',
    contracts: ['speech'],
    guide: '/docs/speech',
    groups: [
      ['Transcription', /\/(transcribe|transcripts)\//],
      ['Long recordings', /\/transcription-jobs\//],
      ['Live captions', /\/captions\//],
      ['Speech from text', /\/(tts|voices|sample)\//],
      ['Engines', /\/engines\//],
      ['With OpenAI clients', /\/v1\//],
    ],
  },
  {
    slug: 'payments',
    title: 'Payments',
    sentence: 'Adding money, the balance, transactions, statements and receipts.',
    contracts: ['payments'],
    guide: '/docs/payments',
    groups: [
      ['Transactions of a payment', /\/payments\/\{payment_uuid\}\//],
      ['Payments', /\/payments\/payments\//],
      ['Balance and transactions', /\/transactions\//],
      ['Currencies', /\/currencies\//],
      ['The ledger', /\/ledger\//],
      ['Cards', /\/(cards|card-setups|settings)\//],
      ['Withdrawals', /\/withdrawals\//],
    ],
  },
  {
    slug: 'invoices',
    title: 'Invoices',
    sentence: 'Invoices and credit notes as PDF and XML, and whom they are made out to.',
    contracts: ['invoices'],
    guide: '/docs/invoices',
    groups: [
      ['Billing profile', /\/billing-profile\//],
      ['Invoices', /\/invoices\//],
    ],
  },
  {
    slug: 'support',
    title: 'Support',
    sentence: 'Tickets, their messages and files.',
    contracts: ['support'],
    guide: '/docs/support',
    groups: [
      ['Messages', /\/messages\//],
      ['Tickets', /\/tickets\//],
      ['Files', /\/attachments\//],
      ['Mails', /\/(mails|unattached-mails|inbound)\//],
    ],
  },
  {
    slug: 'webhooks',
    title: 'Webhooks',
    sentence: 'Addresses of yours that are told what happens, and what was sent to them.',
    contracts: ['webhooks'],
    guide: '/docs/guides/webhooks',
    groups: [
      ['Endpoints', /\/(endpoints|event-types)\//],
      ['Deliveries', /\/(deliveries|events)\//],
    ],
  },
  {
    slug: 'testing',
    title: 'Test mode',
    sentence: 'The time of an account in test mode: a year of a plan in a minute.',
    contracts: ['testClock'],
    guide: '/docs/test-mode',
    groups: [['The clock', /\/test\/clock\//]],
  },
  {
    slug: 'accounts',
    title: 'Account',
    sentence: 'Signing in with a code, the profile, the sessions and the apps that act for you.',
    contracts: ['accounts'],
    groups: [
      ['Signing in', /\/(otp|token)\//],
      ['Profile', /\/profile\//],
      ['Sessions', /\/(sessions|activity)\//],
      ['Connected apps', /\/apps\//],
      ['Deleting the account', /\/delete\//],
    ],
  },
  {
    slug: 'inquiries',
    title: 'Inquiries',
    sentence: 'The contact form, its files, and your own inquiries.',
    contracts: ['leads'],
    groups: [['Inquiries', /\/leads\//]],
  },
  {
    slug: 'events',
    title: 'Events and status',
    sentence: 'Changes as they happen, and what works at the moment.',
    contracts: ['live', 'features', 'status'],
    groups: [
      ['Events', /\/events\//],
      ['Status', /\/(status|features)\//],
    ],
  },
];

/** Of calls that only staff or other servers make; the last one has all that is in no other. */
export const staffAreas: readonly ApiArea[] = [
  ...apiAreas.map((area) => ({ ...area, groups: [['Staff', /./] as const] })),
  {
    slug: 'figures',
    title: 'Figures',
    sentence: 'MRR, cohorts, trials, the funnel, usage by area, and money that did not come.',
    contracts: ['figures'],
    groups: [['Staff', /./]],
  },
  {
    slug: 'console',
    title: 'Console',
    sentence: 'Users, the audit log, features, jobs, mails and the health of the system.',
    contracts: ['staff', 'schema'],
    groups: [['Staff', /./]],
  },
];

export type CallPlace = { area: ApiArea; group: string };

/** Throws when a call is in no area or group. */
export function findPlace(
  areas: readonly ApiArea[],
  { contract, apiPath }: { contract: string; apiPath: string },
): CallPlace {
  const area = areas.find(({ contracts }) => contracts.includes(contract));
  const group = area?.groups.find(([, pattern]) => pattern.test(apiPath))?.[0];
  if (!area || !group) throw new Error(`${apiPath} is in no group of src/lib/api-areas.ts.`);
  return { area, group };
}

type Call = { method: string; apiPath: string; place: CallPlace };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const countDepth = (path: string) => path.split('/').length;

/** What an area is for. */
const mainCalls = /\/(calculate|base64)\/$/;
const isMain = ({ apiPath }: Call) => (mainCalls.test(apiPath) ? 0 : 1);

/** What the area is for, lists, their items, and then what is done with those. */
export const byUse =
  (areas: readonly ApiArea[]) =>
  (a: Call, b: Call): number =>
    areas.indexOf(a.place.area) - areas.indexOf(b.place.area) ||
    groupIndex(a) - groupIndex(b) ||
    isMain(a) - isMain(b) ||
    countDepth(a.apiPath) - countDepth(b.apiPath) ||
    a.apiPath.localeCompare(b.apiPath) ||
    methods.indexOf(a.method) - methods.indexOf(b.method);

const groupIndex = ({ place: { area, group } }: Call) =>
  area.groups.findIndex(([title]) => title === group);
