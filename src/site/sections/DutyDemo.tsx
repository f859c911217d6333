import { lazy, useEffect, useRef, useState } from 'react';
import { Late } from '#ui/Late.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const Demo = lazy(() => import('#areas/customs/ui/demo/Demo.tsx'));

/** Far enough to be there when the reader arrives. */
const margin = '400px';

/** True once the place is near what is seen. */
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

/** The duty calculator to try; its code loads when a reader comes near, not before. */
export function DutyDemo() {
  const { place, isNear } = useIsNear();
  return (
    <div ref={place} className="min-h-152 sm:min-h-104">
      {isNear ? (
        <Late fallback={<Shape />}>
          <Demo />
        </Late>
      ) : (
        <Shape />
      )}
    </div>
  );
}
