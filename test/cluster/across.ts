// What one process does and another one must know of. Run with Redis and without it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../chaos/findings.ts';
import { uniqueAddress } from '../processes/app-process.ts';
import type { AppServer, Cluster } from './cluster.ts';

type Reply = { status: number; body: Record<string, unknown> };
type Ask = { body?: object; headers?: Record<string, string> };
type Check = (cluster: Cluster, customer: number) => Promise<string[]>;

const reachMs = 6000;
const pollMs = 50;
const codesPerMinute = 10;

async function ask(web: AppServer, method: string, path: string, given: Ask = {}): Promise<Reply> {
  const { body, headers = {} } = given;
  const response = await fetch(web.url + path, {
    method,
    headers: {
      'x-forwarded-for': uniqueAddress(),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as Reply['body']) : {} };
}

const signedIn = ({ customers }: Cluster, customer: number) => ({
  authorization: `Bearer ${customers.token(customer)}`,
});

/** What is wrong, when it is not so soon. */
async function expectSoon(what: string, is: () => Promise<boolean>): Promise<string[]> {
  const deadlineMs = performance.now() + reachMs;
  while (performance.now() < deadlineMs) {
    if (await is()) return [];
    await sleep(pollMs);
  }
  return [what];
}

/** Requests of one network, spread over the processes. */
const shareRateLimits: Check = async ({ webs }, customer) => {
  const headers = { 'x-forwarded-for': `192.0.2.${customer % 250}` };
  const statuses: number[] = [];
  for (let at = 0; at < 3 * codesPerMinute; at++) {
    const body = { email: `limit-${customer}-${at}@example.com` };
    const web = webs[at % webs.length]!;
    statuses.push(
      (await ask(web, 'POST', '/apix/accounts/otp/request/', { body, headers })).status,
    );
  }
  const accepted = statuses.filter((status) => status === 200).length;
  return accepted === codesPerMinute ? [] : [`${accepted} instead of ${codesPerMinute} accepted`];
};

const deliverLiveEvents: Check = async (cluster, customer) => {
  const [one, other] = cluster.webs;
  const headers = signedIn(cluster, customer);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(reachMs)]);
  const path = '/apix/events/?topics=payments';
  const stream = await fetch(one!.url + path, { headers, signal });
  const body = { amount: '5.00', pay_currency: 'USD' };
  const { status } = await ask(other!, 'POST', '/apix/payments/payments/', { body, headers });
  if (status !== 201) return [`a payment got ${status}`];
  const decoder = new TextDecoder();
  let received = '';
  try {
    for await (const piece of stream.body!) {
      received += decoder.decode(piece, { stream: true });
      if (received.includes('"payments"')) return [];
    }
  } catch {
    // The time is over.
  } finally {
    ending.abort();
  }
  return [`another process received ${JSON.stringify(received)}`];
};

const refuseRevokedKeys: Check = async (cluster, customer) => {
  const [one, other] = cluster.webs;
  const headers = signedIn(cluster, customer);
  const keys = '/apix/billing/api-keys/';
  const made = await ask(one!, 'POST', keys, { body: { name: 'ci' }, headers });
  const profile = () =>
    ask(other!, 'GET', '/apix/accounts/profile/', { headers: { 'x-api-key': `${made.body.key}` } });
  const before = await profile();
  if (before.status !== 200) return [`a new key got ${before.status}`];
  await ask(one!, 'POST', `${keys}${made.body.id}/revoke/`, { body: {}, headers });
  return expectSoon('a revoked key is accepted', async () => (await profile()).status === 401);
};

/** One session gets one proxy, and a blocked one reaches no process. */
const shareProxies: Check = async (cluster, customer) => {
  const [one, other] = cluster.webs;
  const headers = signedIn(cluster, customer);
  const resources = '/apix/data_proxy/resources/';
  const body = { name: 'shop', target_hosts: ['127.0.0.1'] };
  await ask(one!, 'POST', resources, { body, headers });
  const text = Array.from({ length: 8 }, (_, at) => `127.0.0.1:${20_000 + at}`).join('\n');
  await ask(one!, 'POST', `${resources}shop/proxies/`, { body: { text }, headers });
  const get = async (web: AppServer) => {
    const path = `${resources}shop/proxies/?session=basket&page_size=1`;
    const { status, body } = await ask(web, 'GET', path, { headers });
    const [proxy] = (body.results ?? []) as { id: string }[];
    return proxy?.id ?? `none, with status ${status}`;
  };
  const first = await get(one!);
  const again = [await get(one!), await get(one!)];
  const block = { resource: 'shop', proxy: first };
  await ask(other!, 'POST', '/apix/data_proxy/proxy/block/', { body: block, headers });
  return [
    ...(again.every((id) => id === first) ? [] : [`a session moved from ${first} to ${again}`]),
    ...(await expectSoon('a blocked proxy is handed out', async () => (await get(one!)) !== first)),
  ];
};

/** The worker delivers what each process promised, once. */
const deliverOnce: Check = async ({ webs, smtp }, customer) => {
  const emails = webs.map((_, at) => `once-${customer}-${at}@example.com`);
  const asked = webs.map((web, at) =>
    ask(web, 'POST', '/apix/accounts/otp/request/', { body: { email: emails[at] } }),
  );
  await Promise.all(asked);
  const count = (email: string) =>
    smtp.received.filter(({ recipients }) => recipients.includes(email)).length;
  const missing = await expectSoon('a code is not delivered', async () => emails.every(count));
  return [...missing, ...emails.filter((email) => count(email) > 1)];
};

const checks: Record<string, Check> = {
  'rate limits count in all processes': shareRateLimits,
  'live events reach all processes': deliverLiveEvents,
  'a revoked API key is refused by all': refuseRevokedKeys,
  'sessions and blocks of the data proxy': shareProxies,
  'jobs run once, on the worker': deliverOnce,
};

/** `first` is a customer that no other run uses, and so are those after it. */
export async function checkAcross(cluster: Cluster, name: string, first: number) {
  const findings: Finding[] = [];
  for (const [at, [what, check]] of Object.entries(checks).entries()) {
    const wrong = await check(cluster, first + at).catch((error: Error) => [error.message]);
    findings.push({
      what: `${name}: ${what}`,
      figure: wrong.join('; '),
      isViolated: wrong.length > 0,
    });
  }
  return findings;
}
