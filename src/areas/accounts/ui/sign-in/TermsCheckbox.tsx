import site from '#content/site.json' with { type: 'json' };
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
    I accept the <LegalLink href={site.legal.terms}>Terms of Service</LegalLink> and{' '}
    <LegalLink href={site.legal.privacy}>Privacy Policy</LegalLink>
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
