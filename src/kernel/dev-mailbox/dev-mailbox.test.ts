import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createId } from '../ids.ts';
import { openMailTransport } from '../mail/transport.ts';
import { mountDevMailbox } from './dev-mailbox.ts';

const older = createId(new Date('2026-11-20T10:00:00Z'));
const newer = createId(new Date('2026-11-20T10:00:01Z'));
const html = '<p>Open <a href="https://site.example" target="_blank">this</a></p>';
let app: FastifyInstance;
let config: { DATA_DIR: string; SITE_URL: string; hasDevPages: boolean };

function build(overrides: Partial<typeof config> = {}): FastifyInstance {
  const server = Fastify({ trustProxy: true });
  mountDevMailbox(server, { config: { ...config, ...overrides } });
  return server;
}

beforeAll(async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'mailbox-'));
  config = { DATA_DIR: dir, SITE_URL: 'http://site.test:3000', hasDevPages: true };
  const transport = openMailTransport({ DATA_DIR: dir, MAIL_URL: undefined });
  const from = { name: 'Weftline', address: 'no-reply@site.example' };
  const common = { from, html, text: 'Open "this" & <that>\n' };
  const messageId = (id: string) => `<${id}@site.example>`;
  await transport.send({
    ...common,
    id: newer,
    messageId: messageId(newer),
    to: { address: 'Bob@example.com' },
    subject: '<img src=x onerror=alert(1)> & "news"',
  });
  await transport.send({
    ...common,
    id: older,
    messageId: messageId(older),
    to: { name: 'Ann', address: 'ann@example.com' },
    subject: 'Ünïcode',
  });
  transport.close();
  app = build();
});

afterAll(async () => {
  await app.close();
  await rm(config.DATA_DIR, { recursive: true });
});

test('lists e-mails newest first, escaped, without scripts', async () => {
  const { statusCode, headers, body } = await app.inject('/dev/mail');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body.indexOf(newer)).toBeLessThan(body.indexOf(older));
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;news&quot;');
  expect(body).toContain('Ünïcode');
  expect(body).not.toMatch(/<script|<img/);
});

test('refreshes only on request', async () => {
  const response = await app.inject('/dev/mail?refresh=on');
  expect(response.body).toContain('http-equiv="refresh"');
  expect((await app.inject('/dev/mail')).body).not.toContain('http-equiv="refresh"');
});

test('explains an empty mailbox', async () => {
  const empty = build({ DATA_DIR: path.join(config.DATA_DIR, 'absent') });
  expect((await empty.inject('/dev/mail')).body).toContain('No mail yet.');
  expect((await empty.inject('/dev/mail.json')).json()).toEqual([]);
});

test('shows an e-mail with its HTML in a sandboxed frame', async () => {
  const { body } = await app.inject(`/dev/mail/${newer}`);
  expect(body).toContain('Weftline &lt;no-reply@site.example&gt;');
  expect(body).toContain('Open &quot;this&quot; &amp; &lt;that&gt;');
  expect(body).toContain(`src="/dev/mail/${newer}/html"`);
  expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');

  const part = await app.inject(`/dev/mail/${newer}/html`);
  expect(part.body).toBe(html);
  expect(part.headers['x-frame-options']).toBe('SAMEORIGIN');
  const policy = part.headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);

  const text = await app.inject(`/dev/mail/${newer}/text`);
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.body).toBe('Open "this" & <that>');
});

test('returns the e-mails of one address as JSON', async () => {
  const found = await app.inject('/dev/mail.json?to=bob@EXAMPLE.com');
  expect(found.json()).toEqual([
    {
      id: newer,
      to: 'Bob@example.com',
      subject: '<img src=x onerror=alert(1)> & "news"',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      text: 'Open "this" & <that>',
      html,
    },
  ]);
  expect((await app.inject('/dev/mail.json')).json()).toHaveLength(2);
});

test.each(['nothing', '..%2f..%2fapp-secret', createId()])(
  'answers 404 for the id %s',
  async (id) => {
    for (const rest of ['', '/html', '/text'])
      expect((await app.inject(`/dev/mail/${id}${rest}`)).statusCode).toBe(404);
  },
);

const pages = ['/dev/mail', '/dev/mail.json', `/dev/mail/${newer}`, `/dev/mail/${newer}/html`];

test.each(pages)('%s is not found for other machines, whatever their headers', async (url) => {
  for (const remoteAddress of ['192.0.2.7', '10.0.0.2', '::ffff:192.0.2.7', '2001:db8::1']) {
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await app.inject({ url, remoteAddress })).statusCode).toBe(404);
    expect((await app.inject({ url, remoteAddress, headers })).statusCode).toBe(404);
  }
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await app.inject({ url, remoteAddress })).statusCode).toBe(200);
});

test('is not found for requests forwarded by a local proxy', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  expect((await app.inject({ url: '/dev/mail', headers })).statusCode).toBe(404);
});

test('is not found for a foreign host name that points to this machine', async () => {
  const ask = (host: string) => app.inject({ url: '/dev/mail.json', headers: { host } });
  expect((await ask('evil.example:3000')).statusCode).toBe(404);
  expect((await ask('site.test:3000')).statusCode).toBe(200);
  expect((await ask('[::1]:3000')).statusCode).toBe(200);
});

test('does not exist without dev pages', async () => {
  const production = build({ hasDevPages: false });
  expect((await production.inject('/dev/mail')).statusCode).toBe(404);
});
