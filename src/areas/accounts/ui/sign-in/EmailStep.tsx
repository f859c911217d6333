import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Countdown } from './Countdown.tsx';
import { TermsCheckbox } from './TermsCheckbox.tsx';
import { useCountdown } from './use-countdown.ts';
import type { SignInFlow } from './use-sign-in.ts';

type EmailStepProps = { flow: SignInFlow };

export function EmailStep({ flow }: EmailStepProps) {
  const isBusy = flow.task === 'send';
  const field = useRef<HTMLInputElement>(null);
  const { isBack, failure } = flow;
  const secondsLeft = useCountdown(failure?.retryAtMs ?? 0);
  // The button that had the focus was removed.
  useEffect(() => {
    if (isBack) field.current?.focus();
  }, [isBack]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    flow.send();
  }
  // A form with a disabled submit button ignores Enter without a message.
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !flow.hasAccepted) flow.send();
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      <TextField
        ref={field}
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
        onChange={(event) => flow.changeEmail(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <TermsCheckbox flow={flow} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={!flow.hasAccepted || secondsLeft > 0}
        isBusy={isBusy}
        busyLabel="Sending..."
      >
        Send Verification Code
        <Countdown seconds={secondsLeft} />
      </Button>
    </form>
  );
}
