// The contracts and areas of the whole product: for the server, the OpenAPI documents, the
// reference and the tests.
import { accountsArea } from '#areas/accounts/wire/area.constants.ts';
import * as accounts from '#areas/accounts/wire/index.ts';
import { billingArea } from '#areas/billing/wire/area.constants.ts';
import * as billing from '#areas/billing/wire/index.ts';
import { customsArea } from '#areas/customs/wire/area.constants.ts';
import * as customs from '#areas/customs/wire/index.ts';
import { figuresArea } from '#areas/figures/wire/area.constants.ts';
import * as figures from '#areas/figures/wire/index.ts';
import { invoicesArea } from '#areas/invoices/wire/area.constants.ts';
import * as invoices from '#areas/invoices/wire/index.ts';
import { leadsArea } from '#areas/leads/wire/area.constants.ts';
import * as leads from '#areas/leads/wire/index.ts';
import { paymentsArea } from '#areas/payments/wire/area.constants.ts';
import * as payments from '#areas/payments/wire/index.ts';
import { proxyArea } from '#areas/proxy/wire/area.constants.ts';
import * as proxy from '#areas/proxy/wire/index.ts';
import { speechArea } from '#areas/speech/wire/area.constants.ts';
import * as speech from '#areas/speech/wire/index.ts';
import { staffArea } from '#areas/staff/wire/area.constants.ts';
import * as staff from '#areas/staff/wire/index.ts';
import { statusArea } from '#areas/status/wire/area.constants.ts';
import * as status from '#areas/status/wire/index.ts';
import { supportArea } from '#areas/support/wire/area.constants.ts';
import * as support from '#areas/support/wire/index.ts';
import { webhooksArea } from '#areas/webhooks/wire/area.constants.ts';
import * as webhooks from '#areas/webhooks/wire/index.ts';
import type { ApiArea, ApiDescription } from '#lib/api-description.ts';
import * as live from '#lib/wire/events.ts';
import * as features from '#lib/wire/features.ts';
import { readStaffSchema } from '#lib/wire/schema.ts';
import * as testClock from '#lib/wire/test-clock.ts';

export const contracts = {
  accounts,
  billing,
  figures,
  invoices,
  leads,
  payments,
  customs,
  proxy,
  speech,
  staff: { ...staff, readStaffSchema },
  status: { ...live, ...features, ...status },
  support,
  testClock,
  webhooks,
};

const areas: Readonly<Record<keyof typeof contracts, ApiArea>> = {
  billing: billingArea,
  customs: customsArea,
  proxy: proxyArea,
  speech: speechArea,
  payments: paymentsArea,
  invoices: invoicesArea,
  support: supportArea,
  webhooks: webhooksArea,
  testClock: {
    slug: 'testing',
    title: 'Test mode',
    sentence: 'The time of an account in test mode: a year of a plan in a minute.',
    guide: '/docs/test-mode',
    groups: ['The clock'],
  },
  accounts: accountsArea,
  leads: leadsArea,
  status: statusArea,
  figures: figuresArea,
  staff: staffArea,
};

export const apiDescription: ApiDescription = {
  contracts,
  areas,
  toolsets: [
    'customs',
    'proxy',
    'speech',
    'billing',
    'payments',
    'support',
    'webhooks',
    'account',
    'testMode',
  ],
};
