// Whether VIES works, and the registers of the member states behind it: of no number in particular.
import { z } from 'zod';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { blockedBy } from '#kernel/outbound/blocked-by.ts';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { secondMs } from '#lib/durations.ts';
import { formatList } from '#lib/format.ts';
import type { InvoicesConfig } from '../config.ts';

const timeoutMs = 15 * secondMs;
const statuses = z.object({
  vow: z.object({ available: z.boolean() }),
  countries: z.array(z.object({ countryCode: z.string(), availability: z.string() })),
});

export async function callVies(config: InvoicesConfig): Promise<PartHealth> {
  if (!config.VIES_URL)
    return {
      state: 'off',
      message: 'VIES_URL is not set: VAT numbers are checked by their digits.',
    };
  const response = await fetch(`${config.VIES_URL}/check-status`, {
    headers: { accept: 'application/json', 'user-agent': userAgent },
    signal: createTimeout(timeoutMs),
  }).catch(() => null);
  const guard = response && blockedBy(response);
  if (guard)
    return {
      state: 'down',
      message: `${guard} in front of VIES refuses this server with ${response.status}: numbers stay unconfirmed.`,
    };
  const read = await response
    ?.json()
    .then((body) => statuses.safeParse(body))
    .catch(() => null);
  if (!read?.success)
    return { state: 'down', message: 'VIES did not answer as expected: is VIES_URL right?' };
  const { vow, countries } = read.data;
  if (!vow.available) return { state: 'warning', message: 'VIES is not available now.' };
  const away = countries.filter(({ availability }) => availability === 'Unavailable');
  if (away.length === 0) return { state: 'ok', message: 'VIES and all its registers work.' };
  const names = formatList(away.map(({ countryCode }) => countryCode));
  return { state: 'ok', message: `VIES works. Registers that are away now: ${names}.` };
}
