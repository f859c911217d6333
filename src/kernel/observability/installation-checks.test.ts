import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '#test/processes/ports.ts';
import {
  callAddress,
  callClock,
  judgeAddress,
  judgeAlerts,
  judgeClock,
} from './installation-checks.ts';

/** A site with this response for `/healthz`, and this time. */
async function startSite(status: number, body: string, date?: string): Promise<string> {
  const server = createServer((_, response) => {
    if (date !== undefined) response.sendDate = false;
    response.writeHead(status, { ...(date && { date }) }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const site = {
  SITE_URL: 'https://www.example.org',
  MAIL_FROM: 'no-reply@example.org',
  isProduction: true,
};

test.each([
  [{}, 'ok', 'Visitors use https://www.example.org, and mails come from no-reply@example.org.'],
  [{ SITE_URL: 'http://10.0.0.1' }, 'down', /^SITE_URL has no https/],
  [{ MAIL_FROM: 'no-reply@weftline.example.com' }, 'down', /^MAIL_FROM is an example/],
  [{ isProduction: false }, 'off', /^For development/],
])('an address with %j is judged', (change, state, message) => {
  expect(judgeAddress({ ...site, ...change })).toEqual({
    state,
    message: expect.stringMatching(message),
  });
});

test.each([
  [200, '{"status":"ok"}', 'ok', 'leads to a running server.'],
  [200, '<html>', 'down', 'responds with 200, and not by this software'],
  [502, '{"status":"ok"}', 'down', 'responds with 502'],
])('an address that responds with %i %s is %s', async (status, body, state, words) => {
  const SITE_URL = await startSite(status, body);
  expect(await callAddress({ SITE_URL })).toEqual({
    state,
    message: expect.stringContaining(words),
  });
});

test('an address where nobody answers is down', async () => {
  const SITE_URL = `http://127.0.0.1:${await findFreePort()}`;
  expect(await callAddress({ SITE_URL })).toEqual({
    state: 'down',
    message: expect.stringMatching(/^No answer from .*\/healthz \(.*ECONNREFUSED.*\): does the/),
  });
});

test.each([
  ['ops@example.org', [], true, 'ok', 'Sent to ops@example.org.'],
  [undefined, ['a@example.org'], true, 'ok', 'Sent to a@example.org.'],
  [undefined, [], true, 'warning', /set ALERT_EMAIL\.$/],
  [undefined, [], false, 'off', /set ALERT_EMAIL\.$/],
])('alerts to %s and %j are judged', (ALERT_EMAIL, STAFF_EMAILS, isProduction, state, message) => {
  expect(judgeAlerts({ ALERT_EMAIL, STAFF_EMAILS, isProduction })).toEqual({
    state,
    message: expect.stringMatching(message),
  });
});

test.each([
  [2000, 'ok', 'It agrees with that of the database.'],
  [-10_000, 'warning', /^It is 10 seconds slow against that of the database/],
  [300_000, 'down', /^It is 5 minutes fast against/],
])('a clock that differs by %i ms is judged', (ms, state, message) => {
  expect(judgeClock(ms, 'the database')).toEqual({
    state,
    message: expect.stringMatching(message),
  });
});

test('the clock is compared with that of a service, whatever it responds', async () => {
  const check = async (date?: string) => callClock([undefined, await startSite(404, '', date)]);
  expect(await check()).toMatchObject({ state: 'ok' });
  expect(await check('Mon, 02 Nov 2020 10:00:00 GMT')).toMatchObject({ state: 'down' });
  expect(await check('')).toMatchObject({ state: 'warning' });
});

test('without a service the clock is not compared', async () => {
  expect(await callClock([undefined])).toMatchObject({ state: 'off' });
});
