import { InvalidInput } from '#kernel/http/errors.ts';
import type { NewTicketBody } from '../ticket-body.ts';
import type { RelatedType } from '../ticket-words.ts';
import type { Support } from './support.ts';

export type Related = { type: RelatedType; id: string; label: string };

/** Throws InvalidInput for what does not exist or is not the customer's: nobody learns which. */
export async function findRelated(
  { related: objects }: Support,
  accountId: number,
  { related, related_payment }: Pick<NewTicketBody, 'related' | 'related_payment'>,
): Promise<Related | null> {
  const field = related ? 'related' : 'related_payment';
  const wanted =
    related ?? (related_payment ? { type: 'payment' as const, id: related_payment } : null);
  if (!wanted) return null;
  const label = await objects.findLabel(accountId, wanted.type, wanted.id);
  if (label === null) throw new InvalidInput({ [field]: ['Choose something of your own.'] });
  return { ...wanted, label };
}
