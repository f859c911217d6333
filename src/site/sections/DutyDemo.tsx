import { lazy } from 'react';
import type { DemoPreset } from '#areas/customs/ui/demo/use-demo-form.ts';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useIsNear } from './use-is-near.ts';

const Demo = lazy(() => import('#areas/customs/ui/demo/Demo.tsx'));

const Shape = () => (
  <>
    <noscript>
      <p className="mb-5">The calculator needs JavaScript. The API works without it.</p>
    </noscript>
    <div className="grid gap-5 sm:grid-cols-2">
      {['destination', 'price', 'powertrain', 'engine', 'produced', 'more'].map((field) => (
        <Skeleton key={field} className="h-16 w-full" />
      ))}
    </div>
  </>
);

/** The duty calculator; its code loads when the reader scrolls near it. */
export function DutyDemo({ preset }: { preset?: DemoPreset }) {
  const { place, isNear } = useIsNear();
  return (
    <div ref={place} className="min-h-152 sm:min-h-104">
      {isNear ? (
        <LazyBoundary fallback={<Shape />}>
          <Demo preset={preset} />
        </LazyBoundary>
      ) : (
        <Shape />
      )}
    </div>
  );
}
