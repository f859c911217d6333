// Caches of a server process that other processes change: they follow a topic of live messages.
import type { Kernel } from '../kernel.ts';
import { type LiveMessage, lostTopic } from './live-topics.ts';

/** Account ids start at 1: messages to account 0 reach server processes only. */
export const everyProcess = 0;

type FollowedTopic = {
  topic: string;
  onMessage: (data: unknown) => void;
  /** Messages were lost: everything cached may be out of date. */
  onLost: () => void;
  /** Logged as a warning while the topic cannot be followed. */
  warning: string;
};

export type Follower = {
  /**
   * To await before data is loaded into the cache: once it resolves to a number, every later commit
   * that publishes on the topic is delivered, until the connection has another number. The first
   * call subscribes, as does the next one after the subscription ended. It never rejects: while the
   * topic can't be followed it logs the warning and resolves to null.
   */
  open(): Promise<number | null>;
  /** The same at this moment; null before `open`, too. */
  connection(): number | null;
};

export function followTopic(
  { live, log }: Pick<Kernel, 'live' | 'log'>,
  { topic, onMessage, onLost, warning }: FollowedTopic,
): Follower {
  let following: Promise<void> | null = null;
  let isFollowing = false;

  const fail = (err: unknown) => log.warn({ err }, warning);

  async function subscribe(): Promise<void> {
    const { signal } = new AbortController();
    try {
      const messages = await live.subscribe({ accountId: everyProcess, topics: [topic], signal });
      isFollowing = true;
      void deliver(messages).catch(fail).finally(end);
    } catch (err) {
      following = null;
      fail(err);
    }
  }

  async function deliver(messages: AsyncIterable<LiveMessage>): Promise<void> {
    for await (const message of messages)
      if (message.topic === lostTopic) onLost();
      else onMessage(message.data);
  }

  function end(): void {
    following = null;
    isFollowing = false;
    onLost();
  }

  const connection = () => (isFollowing ? live.connection() : null);
  return {
    connection,
    async open() {
      following ??= subscribe();
      await following;
      return connection();
    },
  };
}
