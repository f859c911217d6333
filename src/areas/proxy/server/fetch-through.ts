// The test console: one address through a resource, as the gateway would fetch it, with every try.
import type { z } from 'zod';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import {
  type FetchAnswerWire,
  poolExhausted,
  resourceInactive,
  targetRefused,
  type fetchThrough as wire,
} from '../contract.ts';
import { failureWords } from '../proxy-words.ts';
import { isTargetHost } from './address-guard.ts';
import type { Board, Seat } from './boards.ts';
import { takeRequest } from './brake.ts';
import { probe } from './check-proxies.ts';
import { readPool, showOne } from './list-proxies.ts';
import { ownResource } from './manage-resources.ts';
import type { Proxies } from './proxies.ts';
import { reasonOf } from './proxy-failure.ts';
import { type Reply, sendThrough } from './send-through.ts';
import { attemptsMax, exitOf, settle, takeSeat } from './use-seat.ts';

type Body = z.output<(typeof wire)['body']>;
type Attempt = FetchAnswerWire['attempts'][number];

const bodyBytesMax = 16_384;

export async function fetchThrough(
  proxies: Proxies,
  actor: Actor,
  name: string,
  body: Body,
): Promise<FetchAnswerWire> {
  const { work } = proxies.kernel;
  const resource = await work.read((db) => ownResource(db, actor, name));
  if (!resource.is_active) throw apiError(resourceInactive);
  const url = new URL(body.url);
  await assertTarget(proxies, url, resource.target_hosts);
  const retry_after = await takeRequest(proxies, resource);
  if (retry_after > 0) throw apiError(commonErrors.throttled, { retry_after });
  const board = (await proxies.boards.findById(resource.id))!;
  const started = performance.now();
  const tried = new Set<string>();
  const attempts: Attempt[] = [];
  let last: { seat: Seat; reply?: Reply; attempt: Attempt } | undefined;
  while (attempts.length < attemptsMax) {
    const seat = takeSeat(proxies, board, { ...body, keyId: actor.keyId, tried });
    if (!seat) break;
    tried.add(seat.id);
    const { attempt, reply, goesOn } = await tryOnce(proxies, board, seat, { url, body, actor });
    attempts.push(attempt);
    last = { seat, attempt, ...(reply && { reply }) };
    if (!goesOn) break;
  }
  if (!last) {
    const { next_release_at } = await work.read((db) => readPool(proxies, db, resource));
    throw apiError(poolExhausted, { next_release_at });
  }
  const elapsed_ms = Math.round(performance.now() - started);
  const { seat, reply, attempt } = last;
  // A slow or banned exit is worth knowing by its address too.
  const exit = reply && !seat.row.exit_address ? await probe(proxies, seat.row, {}) : null;
  return {
    status: attempt.status,
    error: attempt.error,
    how_to_fix: attempt.error && failureWords[attempt.error],
    elapsed_ms,
    connect_ms: reply?.connectMs ?? null,
    exit_address: seat.row.exit_address ?? exit?.exitAddress ?? null,
    content_type: reply?.contentType ?? null,
    size_bytes: reply?.sizeBytes ?? 0,
    body: reply ? readText(reply) : '',
    proxy: await work.read((db) => showOne(proxies, db, actor, resource.id, seat.id)),
    attempts,
  };
}

async function assertTarget({ guard }: Proxies, url: URL, targetHosts: readonly string[]) {
  if (url.username || url.password || !isTargetHost(url.hostname, targetHosts))
    throw apiError(targetRefused);
  await guard.find(url.hostname).catch((error) => {
    if (reasonOf(error) === 'address_refused') throw apiError(targetRefused);
  });
}

type Sent = { url: URL; body: Body; actor: Actor };

async function tryOnce(proxies: Proxies, board: Board, seat: Seat, { url, body, actor }: Sent) {
  const started = performance.now();
  const { id, timeout_ms: timeoutMs, ban_status_codes } = board.resource;
  const { guard } = proxies;
  const took = () => Math.round(performance.now() - started);
  const proxy = `${seat.host}:${seat.port}`;
  const { keyId } = actor;
  try {
    const exit = exitOf(proxies, seat);
    const { method } = body;
    const sending = { exit, url, method, timeoutMs, bodyBytesMax, guard, targetGuard: guard };
    const reply = await sendThrough(sending);
    const { status } = reply;
    const isBan = ban_status_codes.includes(status);
    await settle(proxies, board, seat, { status, latencyMs: took(), keyId });
    proxies.uses.noteBytes(id, keyId, reply.bytes);
    const error = isBan ? ('banned' as const) : null;
    return { attempt: { proxy, status, error, elapsed_ms: took() }, reply, goesOn: isBan };
  } catch (thrown) {
    const error = reasonOf(thrown);
    await settle(proxies, board, seat, { error, latencyMs: took(), keyId });
    return { attempt: { proxy, status: null, error, elapsed_ms: took() }, goesOn: true };
  }
}

const readText = ({ body, contentType }: Reply): string =>
  /text|json|xml|javascript|urlencoded/.test(contentType ?? 'text')
    ? body.toString('utf8').replaceAll('\0', '')
    : '';
