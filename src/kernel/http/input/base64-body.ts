// JSON with a file as base64 in one field. Parsing tens of megabytes would block all other requests
// and need memory for both text and bytes: a worker decodes the text in place instead.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Kernel } from '../../kernel.ts';
import { createWorkerPool } from '../../worker-pool.ts';
import { InvalidInput } from '../errors.ts';
import { nestingError } from './nesting.ts';
import { type Base64Job, type ReadBody, readBase64 } from './read-base64.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the contract's `base64Field`. */
    decoded: Buffer | null;
  }
}

const workerFile = new URL('./base64-worker.ts', import.meta.url);
/** Below this size the transfer to a worker costs more than decoding. */
const inPlaceBytesMax = 65_536;
/** A small young generation, so that garbage of the slices is collected early. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

const refuse = (statusCode: number) =>
  Object.assign(new Error('the body was refused'), { statusCode });

/** A content type parser for Fastify: returns the body and puts the file into `request.decoded`. */
export function createBase64Parser(kernel: Kernel, field: string, bytesMax: number) {
  const workers = createWorkerPool<Base64Job, ReadBody>({
    log: kernel.log,
    file: workerFile,
    threadsMax: 2,
    resourceLimits,
  });
  kernel.closing.push({ name: 'base64', run: workers.close });
  async function read(bytes: Uint8Array<ArrayBuffer>): Promise<ReadBody> {
    if (bytes.length <= inPlaceBytesMax) return readBase64({ bytes, field });
    return workers.run({ bytes, field }, { transferList: [bytes.buffer] });
  }
  return async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
    const found = await read(await collect(request, payload, bytesMax));
    if (found.problem === 'json') throw refuse(400);
    if (found.problem === 'size') throw refuse(413);
    if (found.problem === 'nesting') throw nestingError();
    if (found.problem === 'base64') throw new InvalidInput({ [field]: ['Invalid base64 data.'] });
    const { decoded } = found;
    request.decoded =
      decoded && Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength);
    return found.body;
  };
}

/** Copies once when Content-Length is known; memory pages are not touched before bytes arrive. */
async function collect(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const declaredLength = headers['content-length'];
  if (Number(declaredLength) > bytesMax) throw refuse(413);
  const whole = declaredLength === undefined ? null : new Uint8Array(Number(declaredLength));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    if (size + chunk.length > (whole?.length ?? bytesMax)) throw refuse(413);
    if (whole) whole.set(chunk, size);
    else chunks.push(chunk);
    size += chunk.length;
  }
  if (whole && size < whole.length) throw refuse(400);
  return whole ?? new Uint8Array(Buffer.concat(chunks));
}
