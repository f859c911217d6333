// The sandbox's checkout: a page without a script, and the forms on it. Who knows the payment's
// address may push its buttons, as who has a card may pay somebody's bill.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '#kernel/kernel.ts';
import { deliverEvent } from './sandbox-delivery.ts';
import { isMove, type Move, MoveRefused, makeMove } from './sandbox-moves.ts';
import { checkoutPage, missingPage, pagePolicy } from './sandbox-page.ts';
import * as store from './sandbox-store.ts';

type SandboxKernel = Pick<Kernel, 'config' | 'work' | 'clock'>;
type One = { Params: { uuid: string } };
const path = '/pay/sandbox/:uuid';
const bodyBytesMax = 4096;
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Adds the checkout where the configuration has the sandbox. */
export function mountSandbox(app: FastifyInstance, kernel: SandboxKernel): void {
  if (!kernel.config.hasPaymentSandbox) return;
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get<One>(path, async (request, reply) => showCheckout(kernel, request, reply));
    scope.post<One>(path, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return push(kernel, { app, request, reply, form });
    });
  });
}

async function showCheckout(
  { work, clock, config }: SandboxKernel,
  { params }: FastifyRequest<One>,
  reply: FastifyReply,
  refusal = '',
): Promise<FastifyReply> {
  const books = isUuid(params.uuid)
    ? await work.read((db) => store.findBooks(db, params.uuid))
    : undefined;
  if (!books) return sendPage(reply, 404, missingPage());
  const events = await work.read((db) => store.listEvents(db, books.payment.id));
  const html = checkoutPage({ books, events, refusal, now: clock.now(), siteUrl: config.SITE_URL });
  return sendPage(reply, refusal ? 400 : 200, html);
}

type Push = {
  app: FastifyInstance;
  request: FastifyRequest<One>;
  reply: FastifyReply;
  form: URLSearchParams;
};

/** A button: a move of the payment, or an event that is to be sent (again, or forged). */
async function push(kernel: SandboxKernel, { app, request, reply, form }: Push) {
  const { uuid } = request.params;
  if (!isUuid(uuid)) return sendPage(reply, 404, missingPage());
  const origin = originOf(app, kernel);
  const move = form.get('move') ?? '';
  try {
    const eventId = isMove(move)
      ? await movePayment(kernel, uuid, move, form.get('amount') ?? '')
      : (form.get('event') ?? '');
    const event = eventId && (await kernel.work.read((db) => store.findEvent(db, uuid, eventId)));
    if (!event) return showCheckout(kernel, request, reply, 'That button leads nowhere any more.');
    await deliverEvent(kernel, event, { origin, isForged: form.get('how') === 'forged' });
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error;
    return showCheckout(kernel, request, reply, error.message);
  }
  return reply.redirect(`/pay/sandbox/${uuid}`, 303);
}

const movePayment = (
  { work, clock }: SandboxKernel,
  uuid: string,
  move: Move,
  amountText: string,
): Promise<string | null> =>
  work.write(async (tx) => {
    const books = await store.findBooksToChange(tx, uuid);
    return books ? makeMove(tx, books, move, { amountText, now: clock.now() }) : null;
  });

/** Our own socket: the public address may lead through a proxy that this process can't reach. */
function originOf(app: FastifyInstance, { config }: SandboxKernel): string {
  const bound = app.server.address() as AddressInfo | null;
  if (!bound) return config.SITE_URL;
  const isAny = bound.address === '0.0.0.0' || bound.address === '::';
  const host = isAny ? '127.0.0.1' : bound.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}

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
