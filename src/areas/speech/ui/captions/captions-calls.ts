import { call } from '#client/api.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import * as contract from '../../wire/index.ts';
import type { WaitingPart } from './part-queue.ts';

export type CaptionsBody = CallInput<typeof contract.createCaptions>['body'];

/** Repeated calls with the same key create one. */
export const createCaptions = (
  body: CaptionsBody,
  options: { signal: AbortSignal; idempotencyKey: string },
) => call(contract.createCaptions, { body }, options);

export async function sendPart(
  id: string,
  { number, startSeconds, audio }: WaitingPart,
  signal: AbortSignal,
) {
  const params = { id, number: String(number) };
  const query = { start: startSeconds.toFixed(3) };
  const body = await audio;
  return call(contract.transcribeCaptionsPart, { params, query, body }, { signal });
}

export const finishCaptions = (id: string, signal?: AbortSignal) =>
  call(contract.finishCaptions, { params: { id } }, signal ? { signal } : {});
