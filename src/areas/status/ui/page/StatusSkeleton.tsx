import { Skeleton } from '#ui/Skeleton.tsx';
import { componentNames } from '../../wire/status.constants.ts';

/** About as high as what replaces it; nothing would replace it without scripts. */
export const StatusSkeleton = () => (
  <div className="grid gap-10 noscript:hidden">
    <Skeleton className="h-12 w-full max-w-md" />
    {componentNames.map((name) => (
      <Skeleton key={name} className="h-20 w-full" />
    ))}
  </div>
);
