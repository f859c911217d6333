import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Badge } from '#ui/Badge.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { cardName, formatExpiry } from '../../wire/cards.constants.ts';
import type { CardWire } from '../../wire/cards.ts';
import { AddCardButton } from './AddCardButton.tsx';
import { CardMenu } from './CardMenu.tsx';
import { useCards, useRemoveCard } from './queries.ts';

function CardState({ card }: { card: CardWire }) {
  const text = card.is_usable
    ? `${card.is_expired ? 'Expired' : 'Expires'} ${formatExpiry(card)}`
    : 'No longer usable, add it again';
  const isProblem = card.is_expired || !card.is_usable;
  return (
    <span className={`block text-sm ${isProblem ? 'text-danger' : 'text-quiet'}`}>{text}</span>
  );
}

const CardRow = ({ card, onRemove }: { card: CardWire; onRemove: () => void }) => (
  <li className="flex items-center gap-3 px-5 py-3">
    <CreditCard size={20} aria-hidden className="shrink-0 text-quiet" />
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{cardName(card)}</span>
        {card.is_default && <Badge tone="info">Default</Badge>}
        {card.is_test && <Badge>Test</Badge>}
      </span>
      <CardState card={card} />
    </span>
    <CardMenu card={card} onRemove={onRemove} />
  </li>
);

function RemoveDialog({ card, onClose }: { card: CardWire; onClose: () => void }) {
  const remove = useRemoveCard();
  const name = cardName(card);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description={
        card.is_default
          ? 'It is charged no more. The newest of your other cards takes its place, if there is one.'
          : 'It is charged no more. You can save it again at any time.'
      }
      confirmLabel="Remove card"
      busyLabel="Removing..."
      cancelLabel="Keep it"
      onConfirm={async () => {
        await remove.mutateAsync(card.uuid);
        toast.success(`${name} removed`);
      }}
    />
  );
}

export function CardList() {
  const cards = useCards();
  const [removed, setRemoved] = useState<CardWire>();
  if (cards.isPending)
    return (
      <div className="grid gap-3 p-5">
        <span className="sr-only">Loading your cards</span>
        <Skeleton linesCount={2} />
      </div>
    );
  if (!cards.data)
    return (
      <div className="p-5">
        <LoadError
          message={errorMessage(cards.error)}
          onRetry={() => cards.refetch()}
          isRetrying={cards.isFetching}
        />
      </div>
    );
  const { results } = cards.data;
  if (results.length === 0)
    return (
      <EmptyState title="No card saved" action={<AddCardButton />}>
        A card pays for the renewals of your plan, and tops up your balance if you like. You enter
        it on the page of our payment provider: we never see its number.
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {results.map((card) => (
          <CardRow key={card.uuid} card={card} onRemove={() => setRemoved(card)} />
        ))}
      </ul>
      {removed && <RemoveDialog card={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
