import type { FormEvent, KeyboardEvent } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { SignInFlow } from './use-sign-in.ts';

function LegalLink({ href, children }: { href: string; children: string }) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link">
      {children}
    </a>
  );
}

const TermsWords = () => (
  <>
    I accept the <LegalLink href={site.legal.terms}>Terms of Service</LegalLink> and{' '}
    <LegalLink href={site.legal.privacy}>Privacy Policy</LegalLink>
  </>
);

type EmailStepProps = { flow: SignInFlow };

export function EmailStep({ flow }: EmailStepProps) {
  const isBusy = flow.task === 'send';

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    flow.send();
  }
  // A form with a disabled button ignores Enter, and would not say why.
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !flow.hasAccepted) flow.send();
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@company.com"
        maxLength={254}
        readOnly={isBusy}
        value={flow.email}
        onChange={(event) => flow.setEmail(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <Checkbox
        name="terms"
        label={<TermsWords />}
        checked={flow.hasAccepted}
        onChange={(event) => flow.accept(event.target.checked)}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={!flow.hasAccepted}
        isBusy={isBusy}
        busyLabel="Sending..."
      >
        Send Verification Code
      </Button>
    </form>
  );
}
