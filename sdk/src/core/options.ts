import type { SessionTokens } from './session.ts';

/** Bytes of a file. `openAsBlob` of `node:fs` reads a file without loading it whole. */
export type Upload = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type RequestRecord = {
  method: string;
  url: string;
  headers: Headers;
  /** 1 for the first one. */
  attempt: number;
};

export type ResponseRecord = RequestRecord & { response: Response; durationMs: number };

export type Limits = {
  /** For each attempt, until its response is read; 60 s by default. */
  timeoutMs?: number;
  /** For all attempts and the pauses between them; 3 minutes by default. */
  totalMs?: number;
  /** Further attempts after the first one; 3 by default. */
  retries?: number;
};

export type WeftlineOptions = Limits & {
  /** By default the variable `WEFTLINE_API_KEY` of the environment. */
  apiKey?: string;
  /** The tokens of a signed-in person; they take the place of the key. */
  session?: SessionTokens;
  /** Called with new tokens, and with null when the session has ended. */
  onSession?: (session: SessionTokens | null) => void;
  /** By default the variable `WEFTLINE_BASE_URL` of the environment, or in a browser its page's. */
  baseUrl?: string;
  fetch?: Fetch;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  onRequest?: (request: RequestRecord) => void;
  onResponse?: (response: ResponseRecord) => void;
};

export type CallOptions = Limits & {
  signal?: AbortSignal;
  /** Of your choice, such as the number of an order; otherwise each call gets a random one. */
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
};

/** Of an event stream. */
export type FollowOptions = CallOptions & {
  /** Continues after this event; by default with what comes next. */
  lastEventId?: string | undefined;
};
