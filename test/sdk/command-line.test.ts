// The built command line, run as people run it, against the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopes } from '#lib/scopes.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import {
  createFakeSpeaker,
  createFakeTranscriber,
  installSpeaker,
  installTranscriber,
} from '#test/fakes/speech-engines.ts';
import { hasFfmpeg, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { verifyWebhook } from '../../sdk/src/webhooks.ts';
import { type SignedIn, useApp } from '../harness.ts';
import { installSdk } from './install-sdk.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-cli-'));
let program = '';
let baseUrl = '';
let customers = 0;

beforeAll(async () => {
  program = path.join(await installSdk(folder), 'dist/cli/main.js');
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Person = SignedIn & { home: string; env: NodeJS.ProcessEnv };
let ada: Person;
/** An account with a profile that has an API key of all scopes. */
async function createPerson(): Promise<Person> {
  customers += 1;
  const who = await createCustomer(t, `cli-${customers}@example.com`);
  const { key } = await createApiKey(t, who, { scopes: [...scopes] });
  const home = path.join(folder, `home-${customers}`);
  const file = path.join(home, 'config.json');
  mkdirSync(home);
  const stored = { current: 'default', profiles: { default: { baseUrl, apiKey: key } } };
  writeFileSync(file, JSON.stringify(stored));
  return { ...who, home, env: { PATH: process.env.PATH, HOME: home, WEFTLINE_CONFIG: file } };
}
beforeEach(async () => {
  ada = await createPerson();
});

const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [program, ...args], { cwd: ada.home, env: { ...ada.env, ...env } });

async function run(args: readonly string[], env?: NodeJS.ProcessEnv, input = '') {
  const child = start(args, env);
  child.stdin!.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code: code as number };
}

/** What was printed as JSON; throws with stderr if the command failed. */
async function runJson<T>(...args: string[]): Promise<T> {
  const { stdout, stderr, code } = await run([...args, '--output', 'json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const vehicle =
  '--to DE --from JP --price 18600 --currency EUR --set powertrain=petrol --set engine_capacity_cc=1998'.split(
    ' ',
  );

describe('signing in', () => {
  test('with a code that was sent by mail; the file is for its owner only', async () => {
    const email = `reader-${customers}@example.com`;
    const file = path.join(ada.home, 'own/config.json');
    const env = { WEFTLINE_CONFIG: file };
    const child = start(['login', '--email', email, '--base-url', baseUrl], env);
    const output = text(child.stderr!);
    await expect.poll(() => t.mails(email)).toHaveLength(1);
    const [mail] = await t.mails(email);
    child.stdin!.end(`${/\b\d{6}\b/.exec(mail!.text)?.[0]}\n`);
    await once(child, 'close');
    expect(await output).toContain('Signed in');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const created = await run(['keys', 'create', 'first', '--scope', 'customs', '-o', 'json'], env);
    expect(JSON.parse(created.stdout)).toMatchObject({ name: 'first', scopes: ['customs'] });
    expect(created.stderr).toContain('only time');
    const { id } = JSON.parse(created.stdout) as { id: string };
    const rotated = await run(['keys', 'rotate', id, '-o', 'json'], env);
    const next = JSON.parse(rotated.stdout) as { id: string; key: string };
    expect(next.key).toMatch(/^sk_live_/);
    expect((await run(['keys', 'revoke', next.id, '--reason', 'old'], env)).stdout).toContain(
      'revoked',
    );
    expect((await run(['logout'], env)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('refresh');
    expect((await run(['keys', 'list'], env)).code).toBe(3);
  });

  test('with a key, which is no argument; profiles are told apart', async () => {
    const other = await createPerson();
    const stored = JSON.parse(readFileSync(other.env.WEFTLINE_CONFIG!, 'utf8'));
    const key = stored.profiles.default.apiKey as string;
    const args = ['login', '--key', '--profile', 'work', '--base-url', baseUrl];
    expect((await run(args, {}, `${key}\n`)).code).toBe(0);
    const profiles = await runJson<{ name: string; is_current: boolean }[]>('profiles', 'list');
    expect(profiles).toMatchObject([
      { name: 'default', is_current: false },
      { name: 'work', is_current: true },
    ]);
    expect((await run(['profiles', 'use', 'default'])).code).toBe(0);
    expect((await run(['profiles', 'use', 'nobody'])).code).toBe(2);
    expect((await run(args, {}, 'sk_live_wrong\n')).code).toBe(3);
  });
});

describe('areas', () => {
  test('usage is a chart for people, and rows for programs', async () => {
    const chart = await run(['usage', '--period', '7d']);
    expect(chart.stdout).toMatch(/^\d{4}-\d\d-\d\d /m);
    const csv = await run(['usage', '--period', '7d', '-o', 'csv']);
    expect(csv.stdout).toMatch(/^series,date,value\nRequests,\d{4}-\d\d-\d\d,\d+\n/);
  });

  test('the wallet has a balance and transactions', async () => {
    expect(await runJson('wallet', 'balance')).toBeInstanceOf(Array);
    expect((await run(['wallet', 'transactions'])).stdout).toContain('Amount');
  });

  test('duties on a vehicle are a table, JSON, and a PDF', async () => {
    const { stdout } = await run(['customs', 'vehicle', ...vehicle]);
    expect(stdout).toMatch(/^Code +What +Base +Rate +Amount$/m);
    expect(stdout).toMatch(/^Total 5747\.40 EUR$/m);
    const pdf = path.join(ada.home, 'duties.pdf');
    const result = await runJson('customs', 'vehicle', ...vehicle, '--pdf', pdf);
    expect(result).toMatchObject({ total_payments: '5747.40' });
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('duties on goods come from stdin', async () => {
    const items = [{ description: 'Shirts', hs_code: '610910', quantity: 10, value: '250' }];
    const facts = { destination_country: 'DE', origin_country: 'CN', currency: 'EUR', items };
    const { stdout, code } = await run(['customs', 'goods', '-f', '-'], {}, JSON.stringify(facts));
    expect({ stdout, code }).toMatchObject({ code: 0, stdout: expect.stringContaining('Total') });
  });

  test('scenarios are compared', async () => {
    const file = path.join(ada.home, 'scenarios.json');
    const base = {
      destination_country: 'DE',
      origin_country: 'JP',
      price: { amount: '18600', currency: 'EUR' },
      powertrain: 'petrol',
      engine_capacity_cc: 1998,
    };
    const scenarios = [
      { label: 'Germany', changes: {} },
      { label: 'Poland', changes: { destination_country: 'PL' } },
    ];
    writeFileSync(file, JSON.stringify({ base, scenarios }));
    const results = await runJson<{ label: string }[]>('customs', 'compare', file);
    expect(results.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Germany', 'Poland']),
    );
  });

  test('an amount is converted', async () => {
    const { stdout, code } = await run(['convert', '1', 'EUR', 'EUR']);
    expect({ stdout, code }).toMatchObject({ code: 0, stdout: expect.stringContaining('EUR') });
  });

  test('tickets are created, listed, answered and shown', async () => {
    const { uuid } = await runJson<{ uuid: string }>('tickets', 'create', 'Tea', 'Which rate?');
    expect((await run(['tickets', 'list'])).stdout).toContain('Tea');
    expect((await run(['tickets', 'reply', uuid, 'And coffee?'])).stderr).toContain('Sent');
    const messages = await runJson<{ text: string }[]>('tickets', 'show', uuid);
    expect(messages.map((one) => one.text)).toEqual(['Which rate?', 'And coffee?']);
  });

  test('proxies are listed, and a page without a proxy is an error', async () => {
    const post = (address: string, body: object) =>
      send(t, 'POST', `/apix/data_proxy/${address}`, body, { headers: ada.headers });
    await post('resources/', { name: 'shop-a', target_hosts: ['example.com'] });
    await post('resources/shop-a/proxies/', { text: '203.0.113.10:8080' });
    const proxies = await runJson('proxy', 'list', 'shop-a', '--all');
    expect(proxies).toMatchObject([{ host: '203.0.113.10', port: 8080 }]);
    const { code, stderr } = await run(['proxy', 'fetch', 'shop-a', 'https://other.example/']);
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('target_refused'),
    });
  });

  test.skipIf(!hasFfmpeg)('speech is written down and stored', async () => {
    installTranscriber(t, createFakeTranscriber());
    installSpeaker(t, createFakeSpeaker());
    const sound = path.join(ada.home, 'meeting.wav');
    writeFileSync(sound, voicedWav(2));
    const transcribed = await run(['transcribe', sound]);
    expect(transcribed).toMatchObject({ code: 0, stderr: expect.stringContaining('Transcribing') });
    expect(transcribed.stdout.trim()).not.toBe('');
    const file = path.join(ada.home, 'hello.wav');
    expect(await run(['speak', 'Hello.', file])).toMatchObject({ code: 0 });
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('RIFF');
  });
});

describe('webhooks and events', () => {
  type Received = { body: string; headers: Record<string, string> };

  async function receive(status = 204) {
    const received: Received[] = [];
    const server = createServer(async (request, response) => {
      const body = await text(request);
      received.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(status).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return { port: String(port), received, close: () => server.close() };
  }
  const readSecret = () =>
    JSON.parse(readFileSync(ada.env.WEFTLINE_CONFIG!, 'utf8')).profiles.default.webhookSecret;
  const openTicket = () =>
    send(t, 'POST', '/apix/support/tickets/', { subject: 'Tea', message: 'Which rate?' }, ada);

  const keysPath = '/apix/billing/api-keys/';
  /** Revoked at once: the plan limits how many are active, and nobody knows how many it takes. */
  const createAndRevokeKey = async () => {
    const { body } = await send(t, 'POST', keysPath, { name: 'ci', scopes: ['customs'] }, ada);
    await send(t, 'POST', `${keysPath}${body.id}/revoke/`, {}, ada);
  };

  test('events of webhooks are forwarded as endpoints receive them, until Ctrl-C', async () => {
    const { port, received, close } = await receive();
    const child = start(['webhooks', 'listen', port, '--events', 'key.created,ticket.closed']);
    const output = text(child.stdout!);
    await once(child.stderr!, 'data');
    await expect
      .poll(async () => {
        await createAndRevokeKey();
        return received.length;
      })
      .toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    const event = await verifyWebhook<{ id: string }>(received[0]!, { secret: readSecret() });
    expect(event).toMatchObject({
      type: 'key.created',
      is_test: false,
      data: { status: 'active' },
    });
    expect(received[0]!.headers['webhook-id']).toBe(event.id);
    expect(received[0]!.headers['webhook-sequence']).toMatch(/^\d+$/);
    expect(await output).toMatch(/Z {2}key\.created {2}204\n/);
    close();
  });

  test('one can be triggered, with the example of its type or other data', async () => {
    const { port, received, close } = await receive();
    const args = ['webhooks', 'trigger', 'payment.completed', port];
    expect(await run(args)).toMatchObject({ code: 0, stdout: 'payment.completed  204\n' });
    await run([...args, '--data', '{"id":"1"}']);
    const [example, own] = await Promise.all(
      received.map((one) => verifyWebhook<{ data: object }>(one, { secret: readSecret() })),
    );
    expect(example).toMatchObject({
      type: 'payment.completed',
      is_test: true,
      data: { status: 'completed' },
    });
    expect(own!.data).toEqual({ id: '1' });
    close();
  });

  test('a refusal is an error, and so is a type that there is not', async () => {
    const { port, close } = await receive(500);
    expect(await run(['webhooks', 'trigger', 'key.created', port])).toMatchObject({ code: 1 });
    close();
    const { code, stderr } = await run(['webhooks', 'trigger', 'tickets.changed', port]);
    expect(code).toBe(2);
    expect(stderr).toContain('key.created');
    expect(await run(['webhooks', 'listen', port, '--events', 'a.b'])).toMatchObject({ code: 2 });
  });

  test('events are lines of JSON', async () => {
    const child = start(['events', 'listen', '--topics', 'tickets', '--quiet']);
    const lines: string[] = [];
    child.stdout!.on('data', (chunk) => lines.push(String(chunk)));
    // An account may only open so many.
    const interval = 500;
    await expect
      .poll(
        async () => {
          await openTicket();
          return lines.length;
        },
        { interval },
      )
      .toBeGreaterThan(0);
    child.kill('SIGINT');
    await once(child, 'close');
    expect(JSON.parse(lines[0]!.split('\n')[0]!)).toMatchObject({ topic: 'tickets' });
  });
});

describe('people and scripts', () => {
  test('exit codes say what went wrong', async () => {
    const codes = [
      [['nothing'], 2],
      [['convert', '1', 'EUR'], 2],
      [['convert', '1', 'EUR', 'EUR', '--wrong'], 2],
      [['convert', '1', 'EUR', 'EUR', '-o', 'xml'], 2],
      [['keys', 'list'], 3],
      [['tickets', 'show', '7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41'], 4],
      [['customs', 'vehicle', '--to', 'DE'], 5],
      [['transcribe', 'missing.mp3'], 1],
    ] as const;
    for (const [args, code] of codes)
      expect({ args, ...(await run(args)) }).toMatchObject({ args, code, stdout: '' });
  });

  test('an error has its code, the request and the page that explains it', async () => {
    const { stderr } = await run(['keys', 'list']);
    expect(stderr).toMatch(/^Error: .+\n {2}code jwt_required, request [\w-]+\n {2}http\S+\n/);
    expect(stderr).toContain('weftline login');
  });

  test('no response has a code of its own', async () => {
    const away = { WEFTLINE_BASE_URL: 'http://127.0.0.1:1' };
    expect((await run(['convert', '1', 'EUR', 'USD'], away)).code).toBe(7);
  });

  test('nothing is coloured where the output is no terminal', async () => {
    const { stdout, stderr } = await run(['tickets', 'list']);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  test.each(['login', 'keys create', 'customs vehicle', 'webhooks listen', 'speak'])(
    '%s --help teaches with examples',
    async (name) => {
      const { stdout, code } = await run([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(`weftline ${name} `);
      expect(stdout).toContain('Examples\n  # ');
    },
  );

  test('the overview lists commands and exit codes', async () => {
    const { stdout } = await run([]);
    expect(stdout).toContain('Exit codes');
    expect((await run(['--version'])).stdout.trim()).toBe('1.0.0');
  });

  test('bash completes commands', async () => {
    const { stdout } = await run(['completion', 'bash']);
    const ask = (...words: string[]) =>
      `COMP_WORDS=(weftline ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _weftline; echo "\${COMPREPLY[@]}"`;
    const script = `${stdout}\n${ask('ke')}\n${ask('keys', 'ro')}\n`;
    const child = spawn('bash', ['-c', script]);
    expect(await text(child.stdout)).toBe('keys\nrotate\n');
  });

  test.each(['zsh', 'fish'])('%s has a script too', async (shell) => {
    const { stdout } = await run(['completion', shell]);
    expect(stdout).toContain('webhooks');
  });
});
