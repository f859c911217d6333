// The three calls of OpenAI's audio API: https://platform.openai.com/docs/api-reference/audio.
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
type Task = 'transcriptions' | 'translations';

export type SpeechBody = {
  model: string;
  input: string;
  voice: string;
  response_format: 'wav';
  speed: number;
  instructions?: string;
};

/** Every method throws an Error with the status of a refusal, or the signal's reason. */
export type RemoteClient = {
  /** Sends a file from the disk, without loading it into memory. Returns the parsed response. */
  sendRecording(
    task: Task,
    file: string,
    fields: RecordingFields,
    signal: AbortSignal,
  ): Promise<unknown>;
  requestSpeech(body: SpeechBody, signal: AbortSignal): Promise<Buffer>;
};

type Call = { headers?: Record<string, string>; body: string | FormData };

const responseBytesMax = 100_000_000;
const refusalLengthMax = 300;
const retrySecondsMax = 60;

export function createRemoteClient(server: RemoteServer): RemoteClient {
  return {
    async sendRecording(task, file, fields, signal) {
      const body = await createForm(file, fields);
      const response = await post(server, `audio/${task}`, { body }, signal);
      return JSON.parse(String(await readBody(response)));
    },
    async requestSpeech(speech, signal) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(speech);
      return readBody(await post(server, 'audio/speech', { headers, body }, signal));
    },
  };
}

async function createForm(file: string, fields: RecordingFields): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const one of value) form.append(`${name}[]`, one);
  form.append('file', await openAsBlob(file), path.basename(file));
  return form;
}

/**
 * Tries a second time when the server was not reached or refused the call for now. Not when a
 * connection broke or the server failed: it may have done the work, for a price.
 */
async function post(
  server: RemoteServer,
  endpoint: string,
  { headers, body }: Call,
  signal: AbortSignal,
): Promise<Response> {
  const call = () =>
    fetch(`${server.url.replace(/\/$/, '')}/${endpoint}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key ?? 'none'}`, ...headers },
      body,
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
  const text = String(await readBody(response)).slice(0, refusalLengthMax);
  throw new EngineUnavailable(`${response.status} ${text}`);
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
