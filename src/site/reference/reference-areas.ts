// The areas of the reference, and the groups of their calls, in the order of use.

export type ReferenceArea = {
  /** The last part of its address. */
  slug: string;
  title: string;
  sentence: string;
  /** Of the contracts. */
  tags: readonly string[];
  /** The page that explains the area. */
  guide?: string;
  /** A title, and what the paths of its calls have; the first that matches. */
  groups: readonly (readonly [title: string, paths: RegExp])[];
};

export const referenceAreas: readonly ReferenceArea[] = [
  {
    slug: 'customs',
    title: 'Customs',
    sentence: 'Duties and taxes on vehicles and goods, tariff codes and exchange rates.',
    tags: ['customs'],
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
    tags: ['proxy'],
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
    tags: ['speech'],
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
    slug: 'billing',
    title: 'Billing',
    sentence: 'API keys, the plan of the account, and what counts towards it.',
    tags: ['billing'],
    guide: '/docs/keys',
    groups: [
      ['API keys', /\/api-keys\//],
      ['Usage', /\/(usage|charts|dashboard)\//],
      ['Plans', /\/(tariffs|subscriptions)\//],
    ],
  },
  {
    slug: 'payments',
    title: 'Payments',
    sentence: 'Adding money, the balance, transactions, statements and receipts.',
    tags: ['payments'],
    guide: '/docs/payments',
    groups: [
      ['Transactions of a payment', /\/payments\/\{payment_uuid\}\//],
      ['Payments', /\/payments\/payments\//],
      ['Balance and transactions', /\/transactions\//],
      ['Currencies', /\/currencies\//],
      ['The ledger', /\/ledger\//],
    ],
  },
  {
    slug: 'support',
    title: 'Support',
    sentence: 'Tickets, their messages and files.',
    tags: ['support'],
    guide: '/docs/support',
    groups: [
      ['Messages', /\/messages\//],
      ['Tickets', /\/tickets\//],
      ['Files', /\/attachments\//],
    ],
  },
  {
    slug: 'accounts',
    title: 'Account',
    sentence: 'Signing in with a code, the profile and the sessions.',
    tags: ['accounts'],
    groups: [
      ['Signing in', /\/(otp|token)\//],
      ['Profile', /\/profile\//],
      ['Sessions', /\/(sessions|activity)\//],
      ['Deleting the account', /\/delete\//],
    ],
  },
  {
    slug: 'inquiries',
    title: 'Inquiries',
    sentence: 'The contact form, its files, and your own inquiries.',
    tags: ['leads'],
    groups: [['Inquiries', /\/leads\//]],
  },
  {
    slug: 'events',
    title: 'Events and status',
    sentence: 'Changes as they happen, and what works at the moment.',
    tags: ['live', 'features', 'status'],
    groups: [
      ['Events', /\/events\//],
      ['Status', /\/(status|features)\//],
    ],
  },
];
