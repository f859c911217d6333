import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { consumeReturnUrl, signedInPath } from '#client/return-url.ts';
import { siteSettings } from '#client/site-settings.ts';
import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Diagram } from '#ui/diagram/Diagram.tsx';
import { hydrateWhenIdle } from '#ui/hydrate-when-idle.ts';
import { describeEnding } from '../sessions/describe-ending.ts';
import { CodeStep } from './CodeStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import { SignInError } from './SignInError.tsx';
import { useCountdown } from './use-countdown.ts';
import { type SignInFlow, useSignIn } from './use-sign-in.ts';

/** Shown only if there is a support page. */
export function SignInHelp({ supportUrl }: { supportUrl: string }) {
  if (!supportUrl) return null;
  return (
    <section aria-labelledby="sign-in-help" className="border-t border-line pt-5 text-sm">
      <h2 id="sign-in-help" className="font-sans text-base tracking-normal">
        Didn't receive the email?
      </h2>
      <ul className="mt-2 grid list-[square] gap-1 pl-5 text-quiet">
        <li>Look in your spam or junk folder.</li>
        <li>Check that the address is spelled right.</li>
        <li>Give it a minute: some mail servers hold new senders back.</li>
      </ul>
      <a href={supportUrl} className="link mt-3 inline-block">
        Get Help
      </a>
    </section>
  );
}

const redirectDelayMs = 500;
/** Flows open to signed-in users too. */
const flowsWhenSignedIn = new Set(['verify', 'reauth']);

const SignInHead = () => (
  <>
    <title>{`Sign In · ${site.name}`}</title>
    <meta name="description" content={`Sign in to ${site.name} with a code sent to your email.`} />
    <meta name="robots" content="noindex" />
  </>
);

/** After hydration, because the prerendered page has no query and no storage. */
function usePrefill({ prefill }: SignInFlow, query: URLSearchParams) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later the fields belong to the user.
  useEffect(() => {
    prefill({ email: query.get('email') ?? '', otp: query.get('otp') ?? '' });
  }, []);
}

function useRedirect(isSignedIn: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(
      () => navigate(consumeReturnUrl(), { replace: true }),
      redirectDelayMs,
    );
    return () => clearTimeout(timer);
  }, [isSignedIn, navigate]);
}

function ValidFor({ untilMs }: { untilMs: number }) {
  const minutes = Math.ceil(useCountdown(untilMs) / 60);
  return minutes > 0
    ? ` It is valid for ${formatCount(minutes, 'minute')}.`
    : ' It has expired: ask for a new one.';
}

function SignInIntro({ flow }: { flow: SignInFlow }) {
  const { step, email, sent } = flow;
  return (
    <header>
      <h1 className="text-4xl">{step === 'email' ? 'Sign In' : 'Verify Your Email'}</h1>
      <p className="mt-3 text-quiet wrap-anywhere">
        {step === 'email' ? (
          "Enter your address and we'll send you a six-digit code. There is no password."
        ) : (
          <>
            Enter the code we sent to <strong className="text-text">{email.trim()}</strong>.
            {sent?.validMinutes && <ValidFor untilMs={sent.expiresAtMs} />}
          </>
        )}
      </p>
    </header>
  );
}

const SignInPicture = () => (
  <div className="hidden content-center lg:col-span-5 lg:col-start-8 lg:grid">
    <Diagram
      label="How signing in works"
      layers={['Your browser', site.name, 'Your mailbox']}
      flows={['Your address', 'A code', 'Your code', 'A session']}
      links={[
        [1, 0],
        [2, 1],
        [1, 2],
        [0, 3],
      ]}
    />
  </div>
);

export default function SignIn() {
  const [query] = useSearchParams();
  const { status, reason } = useSession();
  const lostBecause = describeEnding(reason);
  const flow = useSignIn();
  usePrefill(flow, query);
  useRedirect(flow.isSignedIn);
  const mayStay = flowsWhenSignedIn.has(query.get('flow') ?? '');
  // Not during a sign-in on this screen, which redirects by itself.
  const isVisiting = flow.task === null && !flow.isSignedIn;
  if (status === 'signed_in' && isVisiting && !mayStay)
    return <Navigate to={signedInPath} replace />;

  return (
    <div
      {...hydrateWhenIdle}
      className="mx-auto grid max-w-page gap-x-8 px-gutter py-12 sm:py-20 lg:grid-cols-12"
    >
      <SignInHead />
      <div className="grid max-w-md gap-7 lg:col-span-5">
        <SignInIntro flow={flow} />
        {lostBecause && !flow.isSignedIn && <Banner tone="info">{lostBecause}</Banner>}
        {flow.failure && (
          <SignInError key={flow.failure.retryAtMs} flow={flow} failure={flow.failure} />
        )}
        {flow.step === 'email' ? <EmailStep flow={flow} /> : <CodeStep flow={flow} />}
        <SignInHelp supportUrl={siteSettings.supportUrl} />
        <p className="text-sm text-quiet">
          <a href={site.credit.url} className="link">
            {site.credit.label}
          </a>
        </p>
      </div>
      <SignInPicture />
    </div>
  );
}
