// The worker thread of base64-body.ts. The bytes are transferred back without a copy.
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type Base64Job, readBase64 } from './read-base64.ts';

export default function readAndHandOver(job: Base64Job) {
  const read = readBase64(job);
  if (!read.decoded) return read;
  return move({ [valueSymbol]: read, [transferableSymbol]: [read.decoded.buffer] });
}
