// The example values of every area, for the OpenAPI documents.
import { accountsExamples } from '#areas/accounts/wire/examples.ts';
import { billingExamples } from '#areas/billing/wire/examples.ts';
import { customsExamples } from '#areas/customs/wire/examples.ts';
import { leadsExamples } from '#areas/leads/wire/examples.ts';
import { paymentsExamples } from '#areas/payments/wire/examples.ts';
import { proxyExamples } from '#areas/proxy/wire/examples.ts';
import { speechExamples } from '#areas/speech/wire/examples.ts';
import { statusExamples } from '#areas/status/wire/examples.ts';
import { supportExamples } from '#areas/support/wire/examples.ts';
import { webhooksExamples } from '#areas/webhooks/wire/examples.ts';

export const apiExamples = [
  customsExamples,
  proxyExamples,
  speechExamples,
  billingExamples,
  paymentsExamples,
  supportExamples,
  webhooksExamples,
  accountsExamples,
  leadsExamples,
  statusExamples,
];
