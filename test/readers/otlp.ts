// Reads what is sent to a collector of OpenTelemetry: messages in the format of Protocol Buffers, by
// the numbers of their fields in opentelemetry-proto.

/** By number: bytes, or the number of a varint or of eight bytes. */
type Fields = Map<number, (Buffer | bigint)[]>;
export type Attributes = Record<string, unknown>;
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes: Attributes;
  isError: boolean;
};
export type Received<T> = { resource: Attributes; items: T[] };

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const errorStatus = 2n;

export const readSpans = (body: Buffer): Received<ReceivedSpan>[] => readScopes(body, readSpan);

/** The names of metrics. */
export const readMetricNames = (body: Buffer): Received<string>[] =>
  readScopes(body, (metric) => readText(metric, 1));

function readScopes<T>(body: Buffer, read: (item: Fields) => T): Received<T>[] {
  return listMessages(readFields(body), 1).map((part) => ({
    resource: listMessages(part, 1).flatMap((one) => [readAttributes(one, 1)])[0] ?? {},
    items: listMessages(part, 2).flatMap((scope) => listMessages(scope, 2).map(read)),
  }));
}

function readSpan(span: Fields): ReceivedSpan {
  const [status] = listMessages(span, 15);
  return {
    traceId: readBytes(span, 1).toString('hex'),
    spanId: readBytes(span, 2).toString('hex'),
    parentId: readBytes(span, 4).toString('hex'),
    name: readText(span, 5),
    kind: kinds[Number(span.get(6)?.[0] ?? 0)] ?? 'internal',
    attributes: readAttributes(span, 9),
    isError: status?.get(3)?.[0] === errorStatus,
  };
}

const readAttributes = (fields: Fields, number: number): Attributes =>
  Object.fromEntries(
    listMessages(fields, number).map((pair) => [
      readText(pair, 1),
      listMessages(pair, 2).map(readValue)[0],
    ]),
  );

function readValue(value: Fields): unknown {
  const [[number, [first]] = [0, []]] = value as unknown as Iterable<[number, (Buffer | bigint)[]]>;
  if (number === 1) return String(first);
  if (number === 2) return first === 1n;
  if (number === 5) return listMessages(readFields(first as Buffer), 1).map(readValue);
  return Number(first);
}

const readBytes = (fields: Fields, number: number) =>
  (fields.get(number)?.[0] ?? Buffer.of()) as Buffer;
const readText = (fields: Fields, number: number) => readBytes(fields, number).toString();
const listMessages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((bytes) => readFields(bytes as Buffer));

function readFields(body: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = body[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const readBytes = (size: number): Buffer => {
    at += size;
    return body.subarray(at - size, at);
  };
  while (at < body.length) {
    const tag = Number(readVarint());
    const type = tag & 7;
    const value =
      type === 0 ? readVarint() : readBytes(type === 2 ? Number(readVarint()) : type === 1 ? 8 : 4);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}
