// The calls of OpenAI's audio API: https://platform.openai.com/docs/api-reference/audio.
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockedBy } from '#kernel/outbound/blocked-by.ts';
import { isCallFailure } from '#kernel/outbound/call-failure.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { EngineUnavailable } from './engine.ts';

export type RemoteServer = {
  /** With the path of its API, such as `https://api.example.com/v1`. */
  url: string;
  key: string | undefined;
  /** The wait before the second try, unless the server says how long. */
  retryMs?: number;
};

/** Form fields beside the file. An array is sent as `name[]`, once for each value. */
export type RecordingFields = Record<string, string | number | readonly string[]>;
/** Its name goes to the server too. */
export type RecordingFile = { file: string; contentType: string };
type Task = 'transcriptions' | 'translations';

export type SpeechBody = {
  model: string;
  input: string;
  voice: string;
  response_format: 'wav';
  speed: number;
  instructions?: string;
};

/** `timeoutMs` is for the whole call, its second try included. */
type CallLimits = { signal: AbortSignal; timeoutMs: number };

/** A response of another status than success. */
export class RequestRefused extends EngineUnavailable {
  readonly status: number;
  /** The field of the request that OpenAI's error names. */
  readonly param: string | null;
  constructor(status: number, body: string) {
    super(`${status} ${body.slice(0, refusalLengthMax)}`);
    this.status = status;
    this.param = readParam(body);
  }
}

/** Every method throws EngineUnavailable, or the signal's reason. */
export type RemoteClient = {
  /** Sends a file from the disk, without loading it into memory. Returns the parsed response. */
  sendRecording(
    task: Task,
    recording: RecordingFile,
    fields: RecordingFields,
    limits: CallLimits,
  ): Promise<unknown>;
  requestSpeech(body: SpeechBody, limits: CallLimits): Promise<Buffer>;
  /** The parsed response. */
  listModels(limits: CallLimits): Promise<unknown>;
};

/** Without a body it is a GET. */
type Call = { headers?: Record<string, string>; body?: string | FormData };

const responseBytesMax = 100_000_000;
const refusalLengthMax = 300;
const retrySecondsMax = 60;

export function createRemoteClient(server: RemoteServer): RemoteClient {
  return {
    async sendRecording(task, recording, fields, limits) {
      const body = await createForm(recording, fields);
      return parseJson(await callServer(server, `audio/${task}`, { body }, limits));
    },
    requestSpeech(speech, limits) {
      const headers = { 'content-type': 'application/json' };
      return callServer(server, 'audio/speech', { headers, body: JSON.stringify(speech) }, limits);
    },
    listModels: async (limits) => parseJson(await callServer(server, 'models', {}, limits)),
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(String(body));
  } catch (error) {
    throw new EngineUnavailable('the response is not JSON', { cause: error });
  }
}

async function createForm(
  { file, contentType: type }: RecordingFile,
  fields: RecordingFields,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const one of value) form.append(`${name}[]`, one);
  form.append('file', await openAsBlob(file, { type }), path.basename(file));
  return form;
}

async function callServer(
  server: RemoteServer,
  endpoint: string,
  call: Call,
  { signal, timeoutMs }: CallLimits,
): Promise<Buffer> {
  try {
    const whole = AbortSignal.any([signal, createTimeout(timeoutMs)]);
    return await readBody(await callTwice(server, endpoint, call, whole));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!isCallFailure(error)) throw error;
    throw new EngineUnavailable('the call failed', { cause: error });
  }
}

/**
 * Tries a second time when the server was not reached or refused the call for now. Not when a
 * connection broke or the server failed: it may have done the work, for a price.
 */
async function callTwice(
  server: RemoteServer,
  endpoint: string,
  { headers, body }: Call,
  signal: AbortSignal,
): Promise<Response> {
  const call = () =>
    fetch(`${server.url.replace(/\/$/, '')}/${endpoint}`, {
      headers: { authorization: `Bearer ${server.key ?? 'none'}`, ...headers },
      ...(body !== undefined && { method: 'POST', body }),
      signal,
    });
  const first = await call().catch((error: unknown) => {
    if (signal.aborted || !isUnsent(error)) throw error;
    return undefined;
  });
  if (first && !isRefusedForNow(first)) return requireSuccess(first);
  await first?.body?.cancel();
  await sleep(retryAfterMs(first) ?? server.retryMs ?? 500, undefined, { signal });
  return requireSuccess(await call());
}

type Fault = { code?: unknown; syscall?: unknown };

/** `fetch` failed to connect; with several addresses, to each of them. */
function isUnsent(error: unknown): boolean {
  const { cause } = error as { cause?: Fault & { errors?: Fault[] } };
  const faults = cause?.errors ?? [cause];
  return faults.every(
    (fault) =>
      fault?.syscall === 'connect' ||
      fault?.syscall === 'getaddrinfo' ||
      fault?.code === 'UND_ERR_CONNECT_TIMEOUT',
  );
}

/** A proxy says 503 for a server that ended in the middle of a call, but not when to come back. */
const isRefusedForNow = ({ status, headers }: Response): boolean =>
  status === 429 || (status === 503 && headers.has('retry-after'));

function retryAfterMs(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= retrySecondsMax ? seconds * 1000 : undefined;
}

async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok) return response;
  const guard = blockedBy(response);
  if (guard)
    throw new EngineUnavailable(
      `${response.status} by ${guard} in front of the server: it refuses us`,
    );
  throw new RequestRefused(response.status, String(await readBody(response)));
}

function readParam(body: string): string | null {
  try {
    const { error } = JSON.parse(body);
    return typeof error?.param === 'string' ? error.param : null;
  } catch {
    return null;
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > responseBytesMax) throw new EngineUnavailable('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
