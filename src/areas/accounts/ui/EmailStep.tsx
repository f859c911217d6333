import type { FormEvent, KeyboardEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { TermsCheckbox } from './TermsCheckbox.tsx';
import type { SignInFlow } from './use-sign-in.ts';

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
      <TermsCheckbox flow={flow} />
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
