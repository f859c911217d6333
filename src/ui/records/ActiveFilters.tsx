import { X } from 'lucide-react';
import { Button } from '#ui/Button.tsx';

type ActiveFiltersProps<Name extends string> = {
  active: readonly Name[];
  formatFilter: (name: Name) => string;
  change: (changes: Record<string, string>) => void;
  clear: () => void;
};

export function ActiveFilters<Name extends string>(props: ActiveFiltersProps<Name>) {
  const { active, formatFilter, change, clear } = props;
  if (active.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Remove filter: ${formatFilter(name)}`}
          onClick={() => change({ [name]: '' })}
        >
          {formatFilter(name)}
          <X size={14} aria-hidden />
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={clear}>
        Clear filters
      </Button>
    </div>
  );
}
