import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';

export const ListSkeleton = ({ label }: { label: string }) => (
  <div aria-busy="true" className="grid gap-6 p-5">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Skeleton className="h-5 w-full" linesCount={2} />
    <Skeleton className="h-5 w-full" linesCount={2} />
    <Skeleton className="h-5 w-full" linesCount={2} />
  </div>
);
