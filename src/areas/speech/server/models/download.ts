// Downloads a large file, and continues where it broke off: after a lost connection within the
// call, after an end of the process with the next call.

import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { formatBytes } from '#lib/format.ts';
import { ModelError } from './model-error.ts';

export type DownloadProgress = { receivedBytes: number; totalBytes: number };
export type Download = {
  url: string;
  /** Complete when this returns. Its ETag is stored beside it. */
  file: string;
  bytes: number;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Before the first repetition; later ones wait longer. */
  retryWaitMs?: number | undefined;
  /** A connection without any data for this long is lost. */
  idleMs?: number | undefined;
};

/** In a row, without a single byte received. */
const attemptsMax = 5;

/** Worth another attempt: a lost connection, or a server that is overloaded. */
class Interrupted extends Error {}

/** Throws ModelError. */
export async function download(job: Download): Promise<void> {
  await mkdir(path.dirname(job.file), { recursive: true });
  let attempt = 0;
  for (;;) {
    const before = await measureSize(job.file);
    if (before === job.bytes) return;
    try {
      await receive(job, before);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw describe(error, job);
      attempt = (await measureSize(job.file)) > before ? 1 : attempt + 1;
      if (attempt >= attemptsMax)
        throw new ModelError(describeLoss(job, error.message, await measureSize(job.file)), {
          cause: error,
        });
      await wait((job.retryWaitMs ?? 1000) * attempt);
    }
  }
}

function describeLoss({ url }: Download, reason: string, received: number): string {
  const { host } = new URL(url);
  return received > 0
    ? `The download from ${host} broke off: ${reason}. What was received is kept: run the command again to continue.`
    : `Could not download from ${host}: ${reason}. Check the network, or set SPEECH_MODELS_URL to a mirror.`;
}

const measureSize = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
const etagFile = ({ file }: Download): string => `${file}.etag`;

/** One request: for the rest of the file if the beginning is here, else for all of it. */
async function receive(job: Download, received: number): Promise<void> {
  const etag = received > 0 ? await readFile(etagFile(job), 'utf8').catch(() => '') : '';
  const range = etag ? { range: `bytes=${received}-`, 'if-range': etag } : {};
  const lost = new AbortController();
  const timer = setTimeout(() => lost.abort(new Error('no data')), job.idleMs ?? 60_000);
  try {
    const response = await fetch(job.url, {
      // The digest is that of the file as it is stored.
      headers: { 'accept-encoding': 'identity', 'user-agent': userAgent, ...range },
      signal: lost.signal,
    }).catch((error: unknown) => {
      throw new Interrupted(describeError(error), { cause: error });
    });
    const from = await checkResponse(response, job, received);
    await writeBody(response, job, from, () => timer.refresh());
  } finally {
    clearTimeout(timer);
  }
}

/** Returns where the body begins within the file. */
async function checkResponse(response: Response, job: Download, received: number): Promise<number> {
  const { status, headers } = response;
  if (status === 206) {
    const [, start, total] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (Number(start) === received && Number(total) === job.bytes) return received;
  }
  if (status === 200) {
    const length = headers.get('content-length');
    if (length !== null && Number(length) !== job.bytes)
      throw new ModelError(
        `${job.url} has ${length} bytes and not ${job.bytes} as in the list of models: its publisher replaced it, or the mirror has another one. An update of this software may know the new one.`,
      );
    // A weak tag does not promise the same bytes.
    const etag = headers.get('etag') ?? '';
    if (etag.startsWith('"')) await writeFile(etagFile(job), etag);
    else await rm(etagFile(job), { force: true });
    return 0;
  }
  await response.body?.cancel();
  if (status >= 500 || status === 429) throw new Interrupted(`the server responded with ${status}`);
  // Another file than the one whose beginning is here: the next attempt starts again.
  if (status === 206 || status === 416) {
    await rm(job.file, { force: true });
    throw new Interrupted('the file changed meanwhile');
  }
  throw new ModelError(
    status === 404
      ? `There is no file ${job.url}. If SPEECH_MODELS_URL names a mirror, the mirror does not have it.`
      : `${job.url} responded with ${status}.`,
  );
}

async function writeBody(
  { body }: Response,
  job: Download,
  from: number,
  onData: () => void,
): Promise<void> {
  if (!body) throw new Interrupted('the response has no body');
  const reader = body.getReader();
  const file = await open(job.file, from > 0 ? 'a' : 'w');
  let receivedBytes = from;
  try {
    for (;;) {
      const { value } = await reader.read().catch((error: unknown) => {
        throw new Interrupted(describeError(error), { cause: error });
      });
      if (!value) break;
      onData();
      receivedBytes += value.length;
      if (receivedBytes > job.bytes)
        throw new ModelError(`${job.url} is larger than the ${job.bytes} bytes of the list.`);
      await file.appendFile(value);
      job.onProgress?.({ receivedBytes, totalBytes: job.bytes });
    }
  } finally {
    await file.close();
    await reader.cancel().catch(() => undefined);
  }
  if (receivedBytes < job.bytes) throw new Interrupted('the connection ended early');
}

const readErrorCode = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** `fetch failed` has its reason in the cause. */
function describeError(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || readErrorCode(cause) : message;
}

function describe(error: unknown, { file, bytes }: Download): Error {
  if (error instanceof ModelError) return error;
  const folder = path.dirname(file);
  const code = readErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelError(`No space left in ${folder}: the download needs ${formatBytes(bytes)}.`, {
      cause: error,
    });
  return new ModelError(`Could not write to ${folder}: ${(error as Error).message}`, {
    cause: error,
  });
}
