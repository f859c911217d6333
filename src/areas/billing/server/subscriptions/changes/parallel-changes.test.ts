// One account that orders plans in parallel, and another one that only reads.
import { describe, expect, it } from 'vitest';
import {
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  subscriptionsPath,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const byCard = { payment_source: 'payment', pay_currency: 'USD' };
const times = 20;

for (const poolMax of [4, 1])
  describe(`with ${poolMax} connections`, () => {
    const t = useApp({}, { poolMax });

    async function callTimes(
      email: string,
      method: 'POST' | 'PATCH',
      path: string,
      body: (n: number) => object,
    ) {
      const { headers } = await t.signIn(email);
      const replies = Array.from({ length: times }, (_, n) =>
        send(t, method, `${subscriptionsPath}${path}`, body(n), { headers }),
      );
      const bystander = await t.signIn(`reader-of-${email}`);
      const profile = await t.app.inject({
        url: '/apix/accounts/profile/',
        headers: bystander.headers,
      });
      expect(profile.statusCode).toBe(200);
      return (await Promise.all(replies)).map(({ status }) => status);
    }
    const withStatus = (statuses: number[], status: number) =>
      statuses.filter((one) => one === status).length;

    it('refuses every start from an empty balance', async () => {
      const who = await createCustomer(t, 'empty@example.com');
      const statuses = await callTimes(who.email, 'POST', '', () => ({ tariff: 'pro' }));
      expect(withStatus(statuses, 400)).toBe(times);
    });

    it('charges exactly one start to the balance', async () => {
      const who = await createCustomer(t, 'rich@example.com', '500');
      const statuses = await callTimes(who.email, 'POST', '', () => ({ tariff: 'pro' }));
      expect([withStatus(statuses, 201), withStatus(statuses, 400)]).toEqual([1, times - 1]);
    });

    it('leaves one subscription with one payment after starts by card', async () => {
      const who = await createCustomer(t, 'cards@example.com');
      const statuses = await callTimes(who.email, 'POST', '', () => ({ tariff: 'pro', ...byCard }));
      expect(withStatus(statuses, 201) + withStatus(statuses, 400)).toBe(times);
      const open = await t.kernel.database.write
        .selectFrom('payment')
        .select('id')
        .where('account_id', '=', who.accountId)
        .where('status', '=', 'pending')
        .execute();
      const { payment } = await fetchCurrentSubscription(t, who);
      expect(open.map(({ id }) => id)).toEqual([payment?.uuid]);
    });

    it('applies changes one after another', async () => {
      const who = await createCustomer(t, 'changes@example.com', '500');
      const { id } = await createSubscription(t, who, 'pro');
      const tariffs = ['pro', 'scale', 'starter'];
      const statuses = await callTimes(who.email, 'PATCH', `${id}/`, (n) => ({
        tariff: tariffs[n % 3],
        ...(n % 5 === 4 && byCard),
      }));
      expect(withStatus(statuses, 200) + withStatus(statuses, 400)).toBe(times);
      expect(withStatus(statuses, 200)).toBeGreaterThan(0);
    });
  });
