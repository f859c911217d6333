import { lazy } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useIsNear } from '../sections/use-is-near.ts';

const ShortInquiryForm = lazy(async () => {
  const { ShortInquiryForm } = await import('#areas/leads/ui/ShortInquiryForm.tsx');
  return { default: ShortInquiryForm };
});

const { email } = site.contact;

const Shape = () => (
  <>
    <noscript>
      <p>
        The form needs JavaScript. Write to{' '}
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>{' '}
        instead.
      </p>
    </noscript>
    <div className="grid gap-5">
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  </>
);

type WriteSectionProps = { title: string; text: string };

/**
 * A call to action with a form of two fields instead of a button. Its code loads when the reader
 * scrolls near it.
 */
export function WriteSection({ title, text }: WriteSectionProps) {
  const { place, isNear } = useIsNear();
  return (
    <section className="border-t border-line surface-sunken">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-gutter py-section lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 className="text-4xl">{title}</h2>
          <p className="mt-4 max-w-measure text-lg text-quiet">{text}</p>
        </div>
        <div ref={place} className="min-h-120 lg:col-span-7">
          {isNear ? (
            <LazyBoundary fallback={<Shape />}>
              <ShortInquiryForm
                title="Write to us"
                headingLevel={3}
                privacyVersion={site.legal.termsVersion}
              />
            </LazyBoundary>
          ) : (
            <Shape />
          )}
        </div>
      </div>
    </section>
  );
}
