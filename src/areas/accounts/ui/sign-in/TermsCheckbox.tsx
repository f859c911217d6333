import { siteSettings } from '#client/site-settings.ts';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import type { SignInFlow } from './use-sign-in.ts';

function LegalLink({ href, children }: { href: string; children: string }) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link">
      {children}
    </a>
  );
}

const TermsLabel = () => (
  <>
    I accept the <LegalLink href={siteSettings.termsUrl}>Terms of Service</LegalLink> and{' '}
    <LegalLink href={siteSettings.privacyUrl}>Privacy Policy</LegalLink>
  </>
);

export const TermsCheckbox = ({ flow }: { flow: SignInFlow }) => (
  <Checkbox
    name="terms"
    label={<TermsLabel />}
    checked={flow.hasAccepted}
    onChange={(event) => flow.accept(event.target.checked)}
  />
);
