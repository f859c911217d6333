import { Outlet, useSearchParams } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import { ContactForm } from '#areas/leads/ui/ContactForm.tsx';
import { useFeaturesOff } from '#client/use-features-off.ts';
import site from '#content/site.json' with { type: 'json' };
import { FeatureNotices } from '#ui/FeatureNotices.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { findRoute } from '../routes/route-table.ts';
import { ContactWays } from './ContactWays.tsx';

/** Tells the visitor that the message will mention the page they came from. */
function AboutNote() {
  const [query] = useSearchParams();
  const route = useIsHydrated() ? findRoute(query.get('about') ?? '') : undefined;
  if (!route) return null;
  return (
    <p className="mt-6 border-l-2 border-accent pl-4 text-sm text-quiet">
      Your message will say that you come from{' '}
      <PageLink href={route.path} className="link">
        {route.label}
      </PageLink>
      .
    </p>
  );
}

const inquiries = ['inquiries'] as const;

/** The form beside the other contact options; on a small screen the form comes first. */
export default function ContactLayout() {
  const { data: user } = useProfile();
  const off = useFeaturesOff(inquiries);
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-16 gap-y-10 px-gutter py-section lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-5">
        <PageHeading />
        <div className="prose mt-6">
          <Outlet />
        </div>
        <AboutNote />
      </div>
      <div className="lg:col-span-7 lg:row-span-2">
        <FeatureNotices off={off} className="mb-6" />
        <ContactForm
          booking={site.contact.booking}
          fallbackEmail={site.contact.email}
          privacyVersion={site.legal.termsVersion}
          {...(user && { person: { name: user.full_name, email: user.email } })}
        />
      </div>
      <div className="lg:col-span-5">
        <ContactWays />
      </div>
    </div>
  );
}
