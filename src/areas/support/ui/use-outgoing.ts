// Messages that were sent and not yet confirmed: they stand in the conversation at once, and after a
// reload as well.
import { useEffect, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import type { TicketAttachmentWire } from '../contract.ts';
import { forgetUnsent, readUnsent, saveUnsent } from './message-drafts.ts';
import { useSendMessage } from './queries.ts';

export type Outgoing = {
  /** Also the Idempotency-Key: however often it is tried, one message comes of it. */
  key: string;
  text: string;
  attachments: readonly TicketAttachmentWire[];
  isInternal: boolean;
  error?: string | undefined;
};

const unknown = 'It may have arrived or not. Send it again: it arrives once.';
const readLeft = (uuid: string) => readUnsent(uuid).map((one) => ({ ...one, error: unknown }));

export function useOutgoing(uuid: string) {
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>(() => readLeft(uuid));
  useEffect(() => saveUnsent(uuid, outgoing), [uuid, outgoing]);
  const { mutateAsync } = useSendMessage(uuid);

  const drop = (key: string) => setOutgoing((all) => all.filter((one) => one.key !== key));
  const mark = (key: string, error?: string) =>
    setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, error } : one)));

  async function attempt({ key, text, attachments, isInternal }: Outgoing) {
    const ids = attachments.map(({ id }) => id);
    const body = { text, attachments: ids, ...(isInternal && { is_internal: true }) };
    try {
      await mutateAsync({ key, body });
      forgetUnsent(uuid, key);
      drop(key);
    } catch (error) {
      mark(key, messageOf(error));
    }
  }

  function send(message: Omit<Outgoing, 'key' | 'error'>) {
    const one = { ...message, key: crypto.randomUUID() };
    setOutgoing((all) => [...all, one]);
    void attempt(one);
  }

  function retry(one: Outgoing) {
    mark(one.key);
    void attempt(one);
  }

  return { outgoing, send, retry, drop };
}
export type OutgoingMessages = ReturnType<typeof useOutgoing>;
