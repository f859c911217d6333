// The one event stream of a tab: its screens share it, because a browser opens few connections.
import { followTopics } from '#lib/wire/events.ts';
import { call } from './api.ts';
import { followEvents } from './follow-events.ts';

export type LiveReader = {
  topic: string;
  /** Something of the topic changed, or may have: after a connection, and on `lost`. */
  onChange: () => void;
  /** The stream is refused: the reader has to poll. */
  onRefused: () => void;
};

const readers = new Set<LiveReader>();
/** Grows while there are readers, so that leaving a screen does not reopen the stream. */
const topics = new Set<string>();
let connection: AbortController | null = null;

function notify(topic?: string) {
  for (const reader of readers)
    if (topic === undefined || reader.topic === topic) reader.onChange();
}

async function follow(signal: AbortSignal) {
  const input = { query: { topics: [...topics].join(',') } };
  // Screens may show data from before the connection.
  const events = followEvents(call, followTopics, input, { signal, onOpen: notify });
  for await (const { topic } of events) notify(topics.has(topic) ? topic : undefined);
}

function connect() {
  connection?.abort();
  const opened = new AbortController();
  connection = opened;
  follow(opened.signal).catch(() => {
    if (!opened.signal.aborted) for (const { onRefused } of readers) onRefused();
  });
}

function close() {
  connection?.abort();
  connection = null;
  topics.clear();
}

/** Returns what ends it. */
export function readLive(reader: LiveReader): () => void {
  readers.add(reader);
  if (!topics.has(reader.topic)) {
    topics.add(reader.topic);
    connect();
  }
  return () => {
    readers.delete(reader);
    if (readers.size === 0) close();
  };
}
