import type { Route } from './route-table.ts';

/**
 * Screens of people who are signed in, below /dashboard and in the order of use. The sidebar has
 * those with an icon; the others are reached from one of them.
 */
export const dashboardScreens: readonly Route[] = [
  {
    path: '/',
    label: 'Overview',
    description: 'What you have, what you use, and what needs you.',
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
    description: 'One import in up to five ways, side by side.',
  },
  {
    path: '/customs/:kind/:id',
    label: 'Calculation',
    description: 'One calculation as it was kept.',
  },
  {
    path: '/convert',
    label: 'Converter',
    description: 'Exchange rates with their day and source.',
    icon: 'coins',
  },
  {
    path: '/proxy',
    label: 'Data proxy',
    description: 'Sites that your programs reach through proxies.',
    icon: 'boxes',
  },
  {
    path: '/proxy/:name',
    label: 'Proxy resource',
    description: 'How one resource goes, and its proxies.',
  },
  {
    path: '/speech',
    label: 'Speech',
    description: 'Write down what is said, and have texts spoken.',
    icon: 'mic',
  },
  {
    path: '/keys',
    label: 'API keys',
    description: 'Keys for your own programs, and how they are used.',
    icon: 'key',
  },
  {
    path: '/usage',
    label: 'Usage',
    description: 'Every call, and what it took of your plan.',
    icon: 'chart',
  },
  {
    path: '/plan',
    label: 'Plan',
    description: 'What you are subscribed to, and what is left of it.',
    icon: 'layers',
  },
  {
    path: '/wallet',
    label: 'Wallet',
    description: 'What you have, and everything that moved.',
    icon: 'wallet',
  },
  {
    path: '/payments/:uuid',
    label: 'Payment',
    description: 'Where one payment stands.',
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
    description: 'Ask us something.',
  },
  {
    path: '/support/:uuid',
    label: 'Ticket',
    description: 'One question and its answers.',
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
    description: 'Where you are signed in, and how to end it.',
    icon: 'monitor',
  },
];
