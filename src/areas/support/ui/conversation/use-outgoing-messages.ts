// Messages that are sent but not confirmed yet. They appear in the conversation at once, and also
// after a reload.
import { useEffect, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { useSendMessage } from '../queries.ts';
import { deleteUnsent, loadUnsent, type OutgoingMessage, saveUnsent } from './message-drafts.ts';

const unknown = 'It may not have been sent. Sending it again creates no duplicate.';
const loadOutgoing = (uuid: string) => loadUnsent(uuid).map((one) => ({ ...one, error: unknown }));

export function useOutgoingMessages(uuid: string) {
  const [outgoing, setOutgoing] = useState<readonly OutgoingMessage[]>(() => loadOutgoing(uuid));
  useEffect(() => saveUnsent(uuid, outgoing), [uuid, outgoing]);
  const { mutateAsync } = useSendMessage(uuid);

  const drop = (key: string) => setOutgoing((all) => all.filter((one) => one.key !== key));
  const mark = (key: string, error?: string) =>
    setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, error } : one)));

  async function attempt({ key, text, attachments, isInternal }: OutgoingMessage) {
    const ids = attachments.map(({ id }) => id);
    const body = { text, attachments: ids, ...(isInternal && { is_internal: true }) };
    try {
      await mutateAsync({ key, body });
      deleteUnsent(uuid, key);
      drop(key);
    } catch (error) {
      mark(key, errorMessage(error));
    }
  }

  function send(message: Omit<OutgoingMessage, 'key' | 'error'>) {
    const one = { ...message, key: crypto.randomUUID() };
    setOutgoing((all) => [...all, one]);
    void attempt(one);
  }

  function retry(one: OutgoingMessage) {
    mark(one.key);
    void attempt(one);
  }

  return { outgoing, send, retry, drop };
}
export type OutgoingMessages = ReturnType<typeof useOutgoingMessages>;
