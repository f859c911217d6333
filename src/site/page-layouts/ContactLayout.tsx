import { Outlet } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import { ContactForm } from '#areas/leads/ui/ContactForm.tsx';
import { useFeaturesOff } from '#client/use-features-off.ts';
import site from '#content/site.json' with { type: 'json' };
import { FeatureNotices } from '#ui/FeatureNotices.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import type { ContactPrompt } from '../pages/content-pages.ts';
import type { Route } from '../routes/route.ts';
import { ContactWays } from './ContactWays.tsx';
import { booking } from './contact-booking.ts';
import { useInquiryTopic } from './use-inquiry-topic.ts';
import { WhatHappensNext } from './WhatHappensNext.tsx';

/** Tells the visitor that the message will mention the page they came from. */
const AboutNote = ({ route }: { route: Route }) => (
  <p className="mt-6 border-l-2 border-accent pl-4 text-sm text-quiet">
    Your message will say that you come from{' '}
    <PageLink href={route.path} className="link">
      {route.label}
    </PageLink>
    .
  </p>
);

const Prompt = ({ label, text }: ContactPrompt) => (
  <>
    <strong>{label}.</strong> {text}
  </>
);

const inquiries = ['inquiries'] as const;

/** The form beside the other contact options; on a small screen the form comes first. */
export default function ContactLayout() {
  const { data: user } = useProfile();
  const off = useFeaturesOff(inquiries);
  const about = useInquiryTopic();
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-16 gap-y-10 px-gutter py-section lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-5">
        <PageHeading />
        <div className="prose mt-6">
          <Outlet />
        </div>
        {about && <AboutNote route={about.route} />}
      </div>
      <div className="lg:col-span-7 lg:row-span-2">
        <FeatureNotices off={off} className="mb-6" />
        <ContactForm
          booking={booking}
          fallbackEmail={site.contact.email}
          privacyVersion={site.legal.termsVersion}
          topic={
            about && {
              subject: about.route.label,
              prompt: about.prompt && <Prompt {...about.prompt} />,
            }
          }
          {...(user && { person: { name: user.full_name, email: user.email } })}
        />
      </div>
      <div className="grid content-start gap-10 lg:col-span-5">
        <WhatHappensNext />
        <ContactWays />
      </div>
    </div>
  );
}
