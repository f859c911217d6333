import { InvalidInput } from '#kernel/http/errors.ts';
import type { RelatedType } from '../../wire/tickets.constants.ts';
import type { NewTicketBody } from '../../wire/tickets.ts';
import type { Support } from '../context.ts';

export type RelatedObject = { type: RelatedType; id: string; label: string };

/** Throws the same InvalidInput for an object that does not exist and for another customer's. */
export async function findRelatedObject(
  { related: objects }: Support,
  accountId: number,
  { related, related_payment }: Pick<NewTicketBody, 'related' | 'related_payment'>,
): Promise<RelatedObject | null> {
  const field = related ? 'related' : 'related_payment';
  const requested =
    related ?? (related_payment ? { type: 'payment' as const, id: related_payment } : null);
  if (!requested) return null;
  const label = await objects.findLabel(accountId, requested.type, requested.id);
  if (label === null) throw new InvalidInput({ [field]: ['Choose an object of your own.'] });
  return { ...requested, label };
}
