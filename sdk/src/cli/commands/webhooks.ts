import { randomBytes, randomUUID } from 'node:crypto';
import { signWebhook } from '../../webhooks.ts';
import { type Commands, type Context, requireWords, UsageError } from '../command.ts';
import { allTopics, topicsOption } from '../topics.ts';

type Delivery = { id: string; type: string; data: unknown };

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
async function deliver(url: string, secret: string, event: Delivery): Promise<string> {
  const { id, type, data } = event;
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const headers = await signWebhook({ id, body, secret });
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
      'Forward changes of your account to a program on your machine, as webhooks signed by the\nrules of Standard Webhooks, until Ctrl-C.',
    options: topicsOption,
    examples: [
      ['To a port', 'weftline webhooks listen 4000'],
      [
        'Tickets, to a path',
        'weftline webhooks listen http://127.0.0.1:4000/hooks --topics tickets',
      ],
    ],
    async run(context, input) {
      const { connect, progress, signal } = context;
      const [target = ''] = requireWords(input, 'PORT|URL');
      const url = requireAddress(target);
      const secret = readSecret(context);
      const client = await connect();
      progress(`Forwarding to ${url}. The secret is ${secret}`);
      const query = { topics: input.text('topics') ?? allTopics };
      for await (const { id, topic, data } of client.events.followTopics(query, { signal })) {
        const type = `${topic}.changed`;
        const result = await deliver(url, secret, { id: `msg_${id}`, type, data });
        process.stdout.write(`${new Date().toISOString()}  ${type}  ${result}\n`);
      }
    },
  },
  trigger: {
    usage: 'TYPE PORT|URL [options]',
    about: 'Send one signed webhook to a program on your machine. Nothing happens in your account.',
    options: { data: { value: 'JSON', about: 'What it says; an empty object by default' } },
    examples: [
      ['A ticket', `weftline webhooks trigger tickets.changed 4000 --data '{"uuid":"1"}'`],
    ],
    async run(context, input) {
      const [type = '', target = ''] = requireWords(input, 'TYPE', 'PORT|URL');
      const url = requireAddress(target);
      const secret = readSecret(context);
      context.progress(`The secret is ${secret}`);
      const data = parseData(input.text('data') ?? '{}');
      const result = await deliver(url, secret, { id: `msg_${randomUUID()}`, type, data });
      process.stdout.write(`${type}  ${result}\n`);
      if (!/^2\d\d$/.test(result)) throw new Error(`The program did not accept it: ${result}`);
    },
  },
};

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--data is no JSON.');
  }
}
