import { RefreshCw, Star, Trash2 } from 'lucide-react';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { resultToasts } from '#ui/toast.ts';
import { cardName } from '../../wire/cards.constants.ts';
import type { CardWire } from '../../wire/cards.ts';
import { useSetDefaultCard, useStartCard } from './queries.ts';

export function CardMenu({ card, onRemove }: { card: CardWire; onRemove: () => void }) {
  const setDefault = useSetDefaultCard();
  const start = useStartCard();
  const name = cardName(card);
  // It stays, because it may be usable again.
  const replaces = card.is_usable ? card.uuid : null;
  const results = resultToasts(`card ${card.uuid}`);
  return (
    <RowMenu name={name}>
      {card.is_usable && !card.is_default && (
        <MenuItem
          icon={<Star size={16} aria-hidden />}
          onSelect={() =>
            // Awaited here, because the menu unmounts before the response arrives.
            void setDefault
              .mutateAsync(card.uuid)
              .then(() => results.success(`${name} is charged from now on`), results.fail)
          }
        >
          Make default
        </MenuItem>
      )}
      <MenuItem
        icon={<RefreshCw size={16} aria-hidden />}
        onSelect={() => void start.mutateAsync({ replaces }).catch(results.fail)}
      >
        {card.is_usable ? 'Replace' : 'Add again'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={onRemove}>
        Remove
      </MenuItem>
    </RowMenu>
  );
}
