// The OpenAPI documents: one for customers, one for staff. docs/ has both as files.
import site from '#content/site.json' with { type: 'json' };
import type { Audience } from '#kernel/openapi/json-schema.ts';
import { createOpenApiDocument } from '#kernel/openapi/openapi.ts';
import { budgets } from '#lib/budgets.ts';
import { pageSizeDefault, pageSizeMax } from '#lib/pagination.ts';
import { apiExamples } from './api-examples.ts';
import { apiDescription } from './contracts.ts';

const customersText = (
  link: (path: string) => string,
) => `The API of ${site.name}: customs duties, a data proxy, speech, and the account behind them.

## The first call
[Sign in](${link('/auth')}), create a key under [API keys](${link('/dashboard/keys')}), and call \`GET /apix/billing/subscriptions/current/\` with it. The free plan is enough.

## Authentication
Send a key as \`X-API-Key\`, or as \`Authorization: Bearer\`; never both. A key acts for its account within its scopes. Calls that change keys, plan, payments or the account require a session: its access token is sent as \`Authorization: Bearer\`.

## Errors
Errors are JSON. \`detail\` is a sentence for people, \`code\` a stable name for programs; fields that are not valid are named with their messages and status 400. Objects of other accounts return 404. \`X-Request-Id\` names the request in our log. [All errors](${link('/docs/api/errors')}).

## Lists
\`page\` starts at 1; \`page_size\` is ${pageSizeDefault} by default and at most ${pageSizeMax}. A page has its \`results\`, the \`count\` of all, and the addresses of the \`next\` and \`previous\` page. \`ordering\` takes field names; a minus sign reverses the order. [More](${link('/docs#lists')}).

## Repeating a call
Every POST accepts an \`Idempotency-Key\`: the same request with the same key has no second effect within 24 hours and returns the first response again. [More](${link('/docs#idempotency')}).

## Limits
${budgets.keyCallsPerMinute} calls a minute with a key, ${budgets.callsPerMinute} with a session, unless a call has a limit of its own; plans limit metered calls by hour, day and month. Each response says in \`X-RateLimit-*\` what is left, and 429 in \`Retry-After\` how long to wait after 429. [More](${link('/docs#limits')}).

## Money and time
Amounts are decimal text with a currency beside them, never binary fractions: \`"12.50"\`. Times are ISO 8601 in UTC; days are \`2026-12-01\`.`;

const staffText = `What only staff of ${site.name} and signed servers call: users, money, rules, the pool of proxies and the system. Each call names its roles; admins may make all of them. Changes are written to the audit log. Errors, lists and limits are those of the customers' document.`;

export function createDocument(audience: Audience, siteUrl: string) {
  const link = (path: string) => siteUrl + path;
  return createOpenApiDocument(apiDescription, {
    audience,
    url: siteUrl,
    examples: apiExamples,
    info: {
      title: audience === 'staff' ? `${site.name} API for staff` : `${site.name} API`,
      version: site.version,
      summary: site.description,
      description: audience === 'staff' ? staffText : customersText(link),
      termsOfService: link(site.legal.terms),
      contact: { name: site.name, email: site.contact.email, url: link(site.support.url) },
      license: { name: 'Terms of service', url: link(site.legal.terms) },
    },
  });
}
