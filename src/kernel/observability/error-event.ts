// An error in the shape of Sentry's events. Bodies, headers and addresses are never in it, and of
// messages only the words: what they quote may be a customer's.
import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** Where it happened: a call by its route's template, or a job by its queue. */
export type ErrorContext =
  | { requestId: string; method: string; route: string }
  | { queue: string; job: string; attempt: number };

type Frame = {
  filename: string;
  function: string;
  lineno: number;
  colno: number;
  in_app: boolean;
};

export type ErrorEvent = {
  event_id: string;
  timestamp: string;
  platform: 'node';
  level: 'error';
  release: string;
  environment: string;
  transaction: string;
  tags: Record<string, string>;
  exception: { values: { type: string; value: string; stacktrace: { frames: Frame[] } }[] };
};

const root = path.resolve(import.meta.dirname, '../../..');
const messageLengthMax = 300;
const framesMax = 50;
const causesMax = 3;

export function createErrorEvent(
  error: unknown,
  about: ErrorContext,
  { release, environment }: { release: string; environment: string },
): ErrorEvent {
  const { code } = (error ?? {}) as { code?: unknown };
  const isCode = typeof code === 'string' && /^\w{1,40}$/.test(code);
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: new Date().toISOString(),
    platform: 'node',
    level: 'error',
    release,
    environment,
    transaction: 'queue' in about ? about.queue : `${about.method} ${about.route}`,
    tags: { ...toTags(about), ...(isCode && { code }) },
    // Sentry expects the cause first.
    exception: { values: listCauses(error).map(describeError).toReversed() },
  };
}

/** https://develop.sentry.dev/sdk/data-model/envelopes/ */
export function serializeEnvelope(event: ErrorEvent): string {
  const head = { event_id: event.event_id, sent_at: new Date().toISOString() };
  return [head, { type: 'event' }, event].map((part) => `${JSON.stringify(part)}\n`).join('');
}

const toTags = (about: ErrorContext): Record<string, string> =>
  'queue' in about
    ? { queue: about.queue, job: about.job, attempt: String(about.attempt) }
    : { request_id: about.requestId, method: about.method, route: about.route };

function listCauses(error: unknown): unknown[] {
  const all = [error];
  for (let at = error; all.length < causesMax && at instanceof Error && at.cause; at = at.cause)
    all.push(at.cause);
  return all;
}

function describeError(error: unknown) {
  if (!(error instanceof Error))
    return { type: typeof error, value: '', stacktrace: { frames: [] } };
  // Without the message, whose lines could look like frames.
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  const frames = lines.flatMap(parseFrame).slice(0, framesMax).toReversed();
  return { type: error.name, value: removeValues(error.message), stacktrace: { frames } };
}

const frameShape = /^\s+at (?:(.+?) \()?(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/;

function parseFrame(line: string): Frame[] {
  const [, name = '?', file, lineno, colno] = frameShape.exec(line) ?? [];
  if (!file) return [];
  const filename = file.startsWith(root) ? path.relative(root, file) : file;
  const in_app = !filename.startsWith('node:') && !filename.includes('node_modules');
  return [{ filename, function: name, lineno: Number(lineno), colno: Number(colno), in_app }];
}

/** `Key (email)=(ada@example.com) exists` becomes `Key (…)=(…) exists`. */
function removeValues(message: string): string {
  return message
    .slice(0, 10 * messageLengthMax)
    .replace(/\S+@\S+/g, '…')
    .replace(/\b\w+:\/\/\S+/g, '…')
    .replace(/(["'`])[^"'`]*\1/g, '$1…$1')
    .replace(/\([^()]*\)/g, '(…)')
    .replace(/[\w:.-]*\d{3}[\w:.-]*/g, '…')
    .slice(0, messageLengthMax);
}
