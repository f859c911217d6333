// A call of the API by the process itself: with the router, hooks, limits and logs of a call by
// HTTP, and without a connection. Fastify's `inject` is made for tests: it writes each response a
// second time, to a connection that does not exist, and keeps it until the next full collection of
// garbage.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

export type InProcessCall = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body?: string;
  /** Of the client for whom the call is made: its address counts, and its leaving ends work. */
  socket: Socket;
};

export type InProcessResponse = {
  status: number;
  headers: Readonly<Headers>;
  /** Text as it was sent, everything else as bytes. */
  body: string | Buffer;
};

type Headers = Record<string, number | string | string[] | undefined>;
type App = Pick<FastifyInstance, 'routing'>;

/** Call it when the app is ready. Rejects when a response ends before it is complete. */
export function callInProcess(app: App, call: InProcessCall): Promise<InProcessResponse> {
  return new Promise((resolve, reject) => {
    const response = new OutgoingResponse(resolve, reject);
    // They have what Fastify and this server use of Node's classes.
    app.routing(
      new IncomingCall(call) as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    );
  });
}

class IncomingCall extends Readable {
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly #body: string | undefined;

  constructor({ method, url, headers, body, socket }: InProcessCall) {
    super();
    this.method = method;
    this.url = url;
    this.headers =
      body === undefined
        ? headers
        : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    this.socket = socket;
    this.#body = body;
  }

  override _read(): void {
    if (this.#body) this.push(this.#body);
    this.push(null);
  }
}

class OutgoingResponse extends Writable {
  statusCode = 200;
  headersSent = false;
  readonly #headers: Headers = {};
  readonly #chunks: (string | Buffer)[] = [];

  constructor(resolve: (response: InProcessResponse) => void, reject: (error: Error) => void) {
    super({ decodeStrings: false });
    this.once('finish', () =>
      resolve({ status: this.statusCode, headers: this.#headers, body: join(this.#chunks) }),
    );
    this.once('error', reject);
    this.once('close', () => {
      if (!this.writableFinished) reject(new Error('The response ended before it was complete.'));
    });
  }

  setHeader(name: string, value: number | string | string[]): this {
    this.#headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string) {
    return this.#headers[name.toLowerCase()];
  }

  getHeaders(): Headers {
    return { ...this.#headers };
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: Headers = {}): this {
    this.statusCode = status;
    Object.assign(this.#headers, headers);
    this.headersSent = true;
    return this;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.headersSent = true;
    this.#chunks.push(chunk);
    done();
  }
}

function join(chunks: readonly (string | Buffer)[]): string | Buffer {
  const [first = ''] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
}
