// Calls of the company's figures, as finance.
import type { RevenueMonthWire, RevenueWire } from '#areas/figures/wire/index.ts';
import type { TestApp } from '../harness.ts';
import { send } from '../requests.ts';

/** Signs in again, because tests advance the clock beyond the end of sessions. */
export async function askFigures(t: TestApp, path: string) {
  const { headers } = await t.signIn('figures@example.com', { roles: ['finance'] });
  return send(t, 'GET', `/apix/admin/figures/${path}`, undefined, { headers });
}

export async function fetchFigures<T>(t: TestApp, path: string): Promise<T> {
  const { status, body } = await askFigures(t, path);
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body as T;
}

export const fetchRevenue = async (t: TestApp, query = ''): Promise<RevenueMonthWire[]> =>
  (await fetchFigures<RevenueWire>(t, `revenue/${query}`)).results;
