import { randomBytes, randomUUID } from 'node:crypto';
import type { Weftline } from '../../index.ts';
import { signWebhook } from '../../webhooks.ts';
import { type Commands, type Context, requireWords, UsageError } from '../command.ts';

type WebhookEvent = Awaited<ReturnType<Weftline['webhooks']['readWebhookEvent']>>;

/** The same in each run, so that the program which receives can be configured once. */
function readSecret({ profiles }: Context): string {
  const profile = profiles.read();
  if (profile.webhookSecret) return profile.webhookSecret;
  const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`;
  profiles.save({ ...profile, webhookSecret });
  return webhookSecret;
}

function requireAddress(text: string): string {
  const address = /^\d+$/.test(text) ? `http://127.0.0.1:${text}/` : text;
  if (!URL.canParse(address)) throw new UsageError(`${text} is neither a port nor an address.`);
  return address;
}

/** Sends one webhook. Returns its status, or what prevented a response. */
async function deliver(url: string, secret: string, event: WebhookEvent): Promise<string> {
  const body = JSON.stringify(event);
  const headers = {
    ...(await signWebhook({ id: event.id, body, secret })),
    'webhook-sequence': String(event.sequence),
  };
  const signal = AbortSignal.timeout(15_000);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { cause, message } = error as Error;
    return `no response: ${cause instanceof Error ? cause.message || String(cause) : message}`;
  }
}

export const commands: Commands = {
  listen: {
    usage: 'PORT|URL [options]',
    about:
      'Forward the webhook events of your account to a program on your machine until Ctrl-C: as\nendpoints receive them, signed with a secret of your own.',
    options: {
      events: { value: 'LIST', about: 'Types separated by commas; all by default' },
    },
    examples: [
      ['To a port', 'weftline webhooks listen 4000'],
      [
        'Answers of support, to a path',
        'weftline webhooks listen http://127.0.0.1:4000/hooks --events ticket.replied',
      ],
    ],
    async run(context, input) {
      const { connect, progress, signal } = context;
      const [target = ''] = requireWords(input, 'PORT|URL');
      const url = requireAddress(target);
      const secret = readSecret(context);
      const client = await connect();
      const types = input.text('events')?.split(',');
      if (types) requireKnown(types, await listTypes(client));
      progress(`Forwarding to ${url}. The secret is ${secret}`);
      for await (const { topic, data } of client.events.followTopics(query, { signal })) {
        if (topic === 'lost') progress('The connection was interrupted: events may be missing.');
        const { type, event: id } = (data ?? {}) as { type?: string; event?: string };
        if (!type || !id || (types && !types.includes(type))) continue;
        const event = await client.webhooks.readWebhookEvent(id, { signal });
        const result = await deliver(url, secret, event);
        process.stdout.write(`${event.timestamp}  ${type}  ${result}\n`);
      }
    },
  },
  trigger: {
    usage: 'TYPE PORT|URL [options]',
    about:
      'Send one signed event with example data to a program on your machine. Nothing happens in\nyour account.',
    options: { data: { value: 'JSON', about: 'What it says; the example of its type by default' } },
    examples: [
      ['An answer of support', 'weftline webhooks trigger ticket.replied 4000'],
      ['Other data', `weftline webhooks trigger ticket.closed 4000 --data '{"uuid":"1"}'`],
    ],
    async run(context, input) {
      const [type = '', target = ''] = requireWords(input, 'TYPE', 'PORT|URL');
      const url = requireAddress(target);
      const secret = readSecret(context);
      const client = await context.connect();
      const known = await listTypes(client);
      requireKnown([type], known);
      context.progress(`The secret is ${secret}`);
      const data = input.text('data');
      const result = await deliver(url, secret, {
        type,
        timestamp: new Date().toISOString(),
        api_version: known.api_version,
        id: randomUUID(),
        sequence: 0,
        is_test: true,
        test_mode: false,
        data: data ? parseData(data) : known.results.find((one) => one.type === type)!.example,
      });
      process.stdout.write(`${type}  ${result}\n`);
      if (!/^2\d\d$/.test(result)) throw new Error(`The program did not accept it: ${result}`);
    },
  },
};

const query = { topics: 'webhooks' };

type KnownTypes = Awaited<ReturnType<Weftline['webhooks']['listWebhookEventTypes']>>;
const listTypes = (client: Weftline): Promise<KnownTypes> =>
  client.webhooks.listWebhookEventTypes();

function requireKnown(types: readonly string[], { results }: KnownTypes): void {
  const known = results.map(({ type }) => type);
  const unknown = types.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw new UsageError(`There is no event ${unknown}. There are: ${known.join(', ')}`);
}

function parseData(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new UsageError('--data is no object of JSON.');
}
