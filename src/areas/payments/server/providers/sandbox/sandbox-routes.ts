// The sandbox's checkout page and its forms, without scripts. Anyone with the URL may use it, just
// as anyone may pay someone else's invoice.

import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '#kernel/kernel.ts';
import { testModePath } from '#lib/test-mode.ts';
import { isUuid } from '#lib/uuid.ts';
import type { PaymentsConfig } from '../../config.ts';
import { ActionRefused, isAction, performAction, type SandboxAction } from './sandbox-actions.ts';
import { isBehavior } from './sandbox-card-behaviors.ts';
import { cardPage, missingCardPage } from './sandbox-card-page.ts';
import { findSetup } from './sandbox-card-store.ts';
import { saveSandboxCard } from './sandbox-cards.ts';
import { deliverEvent, postEvent } from './sandbox-delivery.ts';
import { writeCardEvent } from './sandbox-event.ts';
import { checkoutPage, missingPage, pagePolicy } from './sandbox-page.ts';
import * as sandboxStore from './sandbox-store.ts';

type SandboxKernel = Pick<Kernel, 'config' | 'work' | 'clock'>;
type CheckoutParams = { Params: { uuid: string } };
const path = '/pay/sandbox/:uuid';
const cardPath = '/pay/sandbox/cards/:uuid';
const bodyBytesMax = 4096;

/** Adds the checkout if the sandbox is enabled. */
export function mountSandbox(
  app: FastifyInstance,
  kernel: Pick<Kernel<PaymentsConfig>, 'config' | 'work' | 'clock'>,
): void {
  if (!kernel.config.hasPaymentSandbox) return;
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get<CheckoutParams>(path, async (request, reply) => showCheckout(kernel, request, reply));
    scope.post<CheckoutParams>(path, async (request, reply) =>
      handleButton(kernel, { app, request, reply, form: readForm(request) }),
    );
    scope.get<CheckoutParams>(cardPath, async ({ params }, reply) => {
      const setup = await findOpenSetup(kernel, params.uuid);
      return setup
        ? sendPage(reply, 200, cardPage(setup))
        : sendPage(reply, 404, missingCardPage());
    });
    scope.post<CheckoutParams>(cardPath, async (request, reply) =>
      handleCard(kernel, { app, request, reply, form: readForm(request) }),
    );
  });
}

const readForm = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

async function showCheckout(
  { work, clock, config }: SandboxKernel,
  { params }: FastifyRequest<CheckoutParams>,
  reply: FastifyReply,
  refusal = '',
): Promise<FastifyReply> {
  const records = isUuid(params.uuid)
    ? await work.read((db) => sandboxStore.findRecords(db, params.uuid))
    : undefined;
  if (!records) return sendPage(reply, 404, missingPage());
  const events = await work.read((db) => sandboxStore.listEvents(db, records.payment.id));
  const html = checkoutPage({
    records,
    events,
    refusal,
    now: clock.now(),
    siteUrl: config.SITE_URL,
  });
  return sendPage(reply, refusal ? 400 : 200, html);
}

type ButtonPress = {
  app: FastifyInstance;
  request: FastifyRequest<CheckoutParams>;
  reply: FastifyReply;
  form: URLSearchParams;
};

/** Performs an action, or sends an event (again, or forged). */
async function handleButton(kernel: SandboxKernel, { app, request, reply, form }: ButtonPress) {
  const { uuid } = request.params;
  if (!isUuid(uuid)) return sendPage(reply, 404, missingPage());
  const origin = readOrigin(app, request, kernel);
  const action = form.get('action') ?? '';
  try {
    const eventId = isAction(action)
      ? await runAction(kernel, uuid, action, form.get('amount') ?? '')
      : (form.get('event') ?? '');
    const event =
      eventId && (await kernel.work.read((db) => sandboxStore.findEvent(db, uuid, eventId)));
    if (!event) return showCheckout(kernel, request, reply, 'This button is no longer valid.');
    await deliverEvent(kernel, event, { origin, isForged: form.get('how') === 'forged' });
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    return showCheckout(kernel, request, reply, error.message);
  }
  return reply.redirect(`${choosePrefix(kernel.config)}/pay/sandbox/${uuid}`, 303);
}

async function findOpenSetup({ work, clock }: SandboxKernel, uuid: string) {
  const setup = isUuid(uuid) ? await work.read((db) => findSetup(db, uuid)) : undefined;
  return setup && setup.expires_at > clock.now() ? setup : undefined;
}

/** Saves the chosen card, sends the event, and leads back. */
async function handleCard(kernel: SandboxKernel, { app, request, reply, form }: ButtonPress) {
  const setup = await findOpenSetup(kernel, request.params.uuid);
  if (!setup) return sendPage(reply, 404, missingCardPage());
  const card = form.get('card') ?? '';
  if (!isBehavior(card)) return sendPage(reply, 400, cardPage(setup, 'Choose a card.'));
  const now = kernel.clock.now();
  await kernel.work.write((tx) => saveSandboxCard(tx, setup, card, now));
  const event = writeCardEvent(`sbe_${setup.id}`, setup, now);
  await postEvent(kernel, event, { origin: readOrigin(app, request, kernel) });
  return reply.redirect(setup.success_url, 303);
}

const runAction = (
  { work, clock }: SandboxKernel,
  uuid: string,
  action: SandboxAction,
  amountText: string,
): Promise<string | null> =>
  work.write(async (tx) => {
    const records = await sandboxStore.lockRecords(tx, uuid);
    return records ? performAction(tx, records, action, { amountText, now: clock.now() }) : null;
  });

/** Our own socket, because the public URL may not be reachable from this process. */
function readOrigin(
  app: FastifyInstance,
  { raw }: FastifyRequest,
  { config }: SandboxKernel,
): string {
  const bound = app.server.address() as AddressInfo | null;
  const { localAddress, localPort } = raw.socket;
  const { address = localAddress, port = localPort } = bound ?? {};
  if (!address || !port) return config.SITE_URL;
  const host = anyAddresses.includes(address) ? '127.0.0.1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${choosePrefix(config)}`;
}

const anyAddresses = ['0.0.0.0', '::'];

const choosePrefix = ({ isTestMode }: SandboxKernel['config']): string =>
  isTestMode ? testModePath : '';

const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': pagePolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
