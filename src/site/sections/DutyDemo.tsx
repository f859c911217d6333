import { lazy, useEffect, useRef, useState } from 'react';
import type { DemoPreset } from '#areas/customs/ui/demo/use-demo-form.ts';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const Demo = lazy(() => import('#areas/customs/ui/demo/Demo.tsx'));

/** Far enough for the code to load before the reader arrives. */
const margin = '400px';

/** True once the element has been near the viewport. */
function useIsNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, isNear };
}

const Shape = () => (
  <>
    <noscript>
      <p className="mb-5">The calculator needs JavaScript. The API answers without it.</p>
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
