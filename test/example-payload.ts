// The bodies of the requests that the reference shows, as clients send them.
import sharp from 'sharp';
import { exampleRequest } from '#site/reference/call-examples.ts';
import type { Operation } from '#site/reference/operations.ts';
import { voicedWav } from './recordings.ts';

const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
const background = '#3366cc';
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
  .png()
  .toBuffer();
/** What people choose for the files of an example. */
const recording = voicedWav(2);
const fileFor = (name: string, { apiPath }: Operation) => {
  if (name === 'avatar') return new File([new Uint8Array(picture)], 'picture.png');
  return apiPath.startsWith('/apix/v1/')
    ? new File([new Uint8Array(recording)], 'recording.wav')
    : new File([pdf], 'invoice.pdf');
};

/** The form as curl sends it: files by their names, other fields as text. */
async function createForm(operation: Operation) {
  const { body = '{}', files } = exampleRequest(operation);
  const form = new FormData();
  for (const [name, value] of Object.entries(JSON.parse(body) as object))
    form.set(name, files.includes(name) ? fileFor(name, operation) : String(value));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return { type, payload: Buffer.from(await request.arrayBuffer()) };
}

/** Undefined for a call without a body. */
export async function examplePayload(operation: Operation) {
  const { bodyKind, body } = exampleRequest(operation);
  if (bodyKind === 'form') return createForm(operation);
  if (bodyKind === 'raw') return { type: 'application/octet-stream', payload: recording };
  return body ? { type: 'application/json', payload: body } : undefined;
}
