// The checks of what operators set for an installation: its address, who gets alerts, the clock.
import { z } from 'zod';
import { createTimeout } from '#lib/create-timeout.ts';
import { secondMs } from '#lib/durations.ts';
import { formatWait } from '#lib/format.ts';
import type { Config } from '../config.ts';
import type { Kernel } from '../kernel.ts';
import { userAgent } from '../outbound/user-agent.ts';
import type { PartHealth } from './system-checks.ts';

const callTimeoutMs = 10 * secondMs;
/** Providers of payments refuse and send signatures that are five minutes old. */
const skewMs = { warning: 5 * secondMs, down: 60 * secondMs };

type ListServices = () => readonly (string | undefined)[];

/** `listServices`: the addresses of servers that this installation calls anyway. */
export function addInstallationChecks(kernel: Kernel, listServices: ListServices): void {
  const { checks, config } = kernel;
  checks.add({
    name: 'address',
    title: 'Address',
    read: async () => judgeAddress(config),
    call: () => callAddress(config),
  });
  checks.add({ name: 'alerts', title: 'Alerts', read: async () => judgeAlerts(config) });
  checks.add({
    name: 'clock',
    title: 'Clock',
    read: () => checkClock(kernel),
    call: () => callClock(listServices()),
  });
}

type AddressConfig = Pick<Config, 'SITE_URL' | 'MAIL_FROM' | 'isProduction'>;

export function judgeAddress({ SITE_URL, MAIL_FROM, isProduction }: AddressConfig): PartHealth {
  if (!isProduction)
    return { state: 'off', message: 'For development: NODE_ENV is not production.' };
  if (!SITE_URL.startsWith('https://'))
    return { state: 'down', message: 'SITE_URL has no https: set the address that visitors use.' };
  if (MAIL_FROM.endsWith('.example.com'))
    return { state: 'down', message: 'MAIL_FROM is an example: set an address of your domain.' };
  return { state: 'ok', message: `Visitors use ${SITE_URL}, and mails come from ${MAIL_FROM}.` };
}

const health = z.object({ status: z.literal('ok') });

/** Through the name, the certificate and the proxies that visitors use. */
export async function callAddress({ SITE_URL }: Pick<Config, 'SITE_URL'>): Promise<PartHealth> {
  const url = `${SITE_URL}/healthz`;
  const response = await request(url);
  if (typeof response === 'string')
    return {
      state: 'down',
      message: `No answer from ${url} (${response}): does the server run, and lead the name to it?`,
    };
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && health.safeParse(body).success)
    return { state: 'ok', message: `${SITE_URL} leads to a running server.` };
  const message = `${url} responds with ${response.status}, and not by this software: look at the proxy in front of it.`;
  return { state: 'down', message };
}

type AlertConfig = Pick<Config, 'ALERT_EMAIL' | 'STAFF_EMAILS' | 'isProduction'>;

export function judgeAlerts({ ALERT_EMAIL, STAFF_EMAILS, isProduction }: AlertConfig): PartHealth {
  const addresses = ALERT_EMAIL ? [ALERT_EMAIL] : STAFF_EMAILS;
  if (addresses.length > 0) return { state: 'ok', message: `Sent to ${addresses.join(', ')}.` };
  const state = isProduction ? 'warning' : 'off';
  return { state, message: 'Only staff with the role get them: set ALERT_EMAIL.' };
}

/** Against the clock of the database, halfway between question and answer. */
async function checkClock({
  work,
  clockWatch,
}: Pick<Kernel, 'work' | 'clockWatch'>): Promise<PartHealth> {
  const fault = await clockWatch.findFault();
  if (fault) return { state: 'down', message: `${fault} Until then, work with money waits.` };
  const startedMs = Date.now();
  const [row] = await work.query<{ ms: string }>(
    `select extract(epoch from clock_timestamp()) * 1000 as ms`,
    [],
  );
  return judgeClock((startedMs + Date.now()) / 2 - Number(row?.ms), 'the database');
}

export function judgeClock(differenceMs: number, other: string): PartHealth {
  const ms = Math.abs(differenceMs);
  if (ms < skewMs.warning) return { state: 'ok', message: `It agrees with that of ${other}.` };
  const side = differenceMs > 0 ? 'fast' : 'slow';
  const seconds = formatWait(ms / secondMs);
  const message = `It is ${seconds} ${side} against that of ${other}: synchronise both (NTP).`;
  return { state: ms < skewMs.down ? 'warning' : 'down', message };
}

/** Responses have the time, to a second. */
export async function callClock(services: ReturnType<ListServices>): Promise<PartHealth> {
  const server = services.find(Boolean);
  if (!server)
    return { state: 'off', message: 'No service is configured whose clock could be compared.' };
  const { host, origin } = new URL(server);
  const startedMs = Date.now();
  const response = await request(origin);
  if (typeof response === 'string')
    return { state: 'warning', message: `No answer from ${host} (${response}).` };
  await response.body?.cancel();
  const theirsMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(theirsMs))
    return { state: 'warning', message: `The response of ${host} has no time.` };
  return judgeClock((startedMs + Date.now()) / 2 - theirsMs, host);
}

/** The reason when there is no response. Its status may be any. */
const request = (url: string): Promise<Response | string> =>
  fetch(url, {
    headers: { 'user-agent': userAgent },
    redirect: 'manual',
    signal: createTimeout(callTimeoutMs),
  }).catch((error: Error) => (error.cause instanceof Error ? error.cause.message : error.message));
