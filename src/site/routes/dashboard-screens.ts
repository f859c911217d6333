import type { Route } from './route.ts';

/**
 * Screens below /dashboard, in the order of the sidebar. The sidebar lists those with an icon; the
 * others are linked from them.
 */
export const dashboardScreens: readonly Route[] = [
  {
    path: '/',
    label: 'Overview',
    description: 'Your balance, your usage and what needs your attention.',
    icon: 'house',
  },
  {
    path: '/customs',
    label: 'Customs',
    description: 'Duties and taxes on vehicles and goods, line by line.',
    icon: 'ship',
  },
  {
    path: '/customs/vehicle',
    label: 'Import a vehicle',
    description: 'What customs will charge for one vehicle.',
  },
  {
    path: '/customs/goods',
    label: 'Import goods',
    description: 'Duties and taxes on one shipment.',
  },
  {
    path: '/customs/compare',
    label: 'Compare scenarios',
    description: 'Up to five variants of one import, side by side.',
  },
  {
    path: '/customs/batches',
    label: 'Batches',
    description: 'Files of imports, calculated in the background.',
  },
  {
    path: '/customs/embed',
    label: 'Calculators for your site',
    description: 'Duty calculators on your own pages.',
  },
  {
    path: '/customs/tariff',
    label: 'Tariff',
    description: 'Codes of goods with their duties and conditions.',
  },
  {
    path: '/customs/tariff/:code',
    label: 'Tariff code',
    description: 'One code of the tariff, its duties and its history.',
  },
  {
    path: '/customs/:kind/:id',
    label: 'Calculation',
    description: 'A saved calculation.',
  },
  {
    path: '/convert',
    label: 'Converter',
    description: 'Exchange rates with their date and source.',
    icon: 'coins',
  },
  {
    path: '/proxy',
    label: 'Data proxy',
    description: 'Sites that your programs access through proxies.',
    icon: 'boxes',
  },
  {
    path: '/proxy/:name',
    label: 'Proxy resource',
    description: 'Statistics and proxies of one resource.',
  },
  {
    path: '/speech',
    label: 'Speech',
    description: 'Transcribe recordings, and turn text into speech.',
    icon: 'mic',
  },
  {
    path: '/keys',
    label: 'API keys',
    description: 'Keys for your programs, and their usage.',
    icon: 'key',
  },
  {
    path: '/webhooks',
    label: 'Webhooks',
    description: 'Your server is told what happens in your account.',
    icon: 'webhook',
  },
  {
    path: '/webhooks/:id',
    label: 'Webhook endpoint',
    description: 'One endpoint and what was sent to it.',
  },
  {
    path: '/assistants',
    label: 'Assistants',
    description: 'The address for Claude, ChatGPT and others, and the apps that you connected.',
    icon: 'plug',
  },
  {
    path: '/usage',
    label: 'Usage',
    description: 'Your API calls and what they use of your plan.',
    icon: 'chart',
  },
  {
    path: '/plan',
    label: 'Plan',
    description: 'Your subscription and its remaining quotas.',
    icon: 'layers',
  },
  {
    path: '/wallet',
    label: 'Wallet',
    description: 'Your balance and all transactions.',
    icon: 'wallet',
  },
  {
    path: '/payments/:uuid',
    label: 'Payment',
    description: 'The status of a payment.',
  },
  {
    path: '/invoices',
    label: 'Invoices',
    description: 'Invoices of what was charged, and credit notes.',
    icon: 'receipt',
  },
  {
    path: '/invoices/:number',
    label: 'Invoice',
    description: 'One invoice or credit note.',
  },
  {
    path: '/billing-profile',
    label: 'Billing profile',
    description: 'Whom invoices are made out to.',
  },
  {
    path: '/support',
    label: 'Support',
    description: 'Your questions and our answers.',
    icon: 'question',
  },
  {
    path: '/support/new',
    label: 'New ticket',
    description: 'Ask us a question.',
  },
  {
    path: '/support/:uuid',
    label: 'Ticket',
    description: 'One ticket and its replies.',
  },
  {
    path: '/profile',
    label: 'Profile',
    description: 'Your name, company, phone number and picture.',
    icon: 'user',
  },
  {
    path: '/sessions',
    label: 'Sessions',
    description: 'Devices that are signed in, and connected apps.',
    icon: 'monitor',
  },
];
