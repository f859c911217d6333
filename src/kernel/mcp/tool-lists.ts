// The text of a list of tools, up to 180 KB, is the same for all with the same access: it is made
// once, and only the id of the message is put in.
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isObject } from '#lib/is-object.ts';
import type { Access } from './tools.ts';

type ListMessage = { id: string | number; method: 'tools/list' };
export type ToolList = { headers: [name: string, value: string][]; text: string };
type Template = { headers: ToolList['headers']; before: string; after: string };

const textsMax = 32;

export const isListMessage = (message: unknown): message is ListMessage =>
  isObject(message) &&
  message.method === 'tools/list' &&
  (typeof message.id === 'string' || typeof message.id === 'number');

/** Undefined when the list is refused. */
export type ReadToolList = (
  key: { access: Access; headers: Headers; message: ListMessage },
  send: (message: ListMessage) => Promise<Response>,
) => Promise<ToolList | undefined>;

export function createToolLists(): ReadToolList {
  const templates = new LRUCache<string, Template>({ max: textsMax });
  return async ({ access: { toolsets, isShort, scopes, mayChange }, headers, message }, send) => {
    const { id, ...rest } = message;
    const key = JSON.stringify([[...toolsets], isShort, scopes, mayChange, [...headers], rest]);
    const known = templates.get(key) ?? (await readTemplate(message, send));
    if (!known) return undefined;
    templates.set(key, known);
    return { headers: known.headers, text: known.before + JSON.stringify(id) + known.after };
  };
}

async function readTemplate(
  message: ListMessage,
  send: (message: ListMessage) => Promise<Response>,
): Promise<Template | undefined> {
  const id = randomUUID();
  const response = await send({ ...message, id });
  const [before, after] = (await response.text()).split(JSON.stringify(id));
  if (response.status !== 200 || before === undefined || after === undefined) return undefined;
  return { headers: [...response.headers], before, after };
}
