import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CodeInput } from '#ui/fields/CodeInput.tsx';
import { Countdown } from './Countdown.tsx';
import { codeLength } from './sign-in-calls.ts';
import { TermsCheckbox } from './TermsCheckbox.tsx';
import { useCountdown } from './use-countdown.ts';
import type { SignInFlow } from './use-sign-in.ts';

export function CodeStep({ flow }: { flow: SignInFlow }) {
  const { code, task, failure, isSignedIn } = flow;
  const secondsLeft = useCountdown(flow.sent?.resendAtMs ?? 0);
  // The link in the mail skips the first step in this browser.
  const [asksForTerms] = useState(!flow.hasAccepted);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure) input.current?.focus();
  }, [failure]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    flow.submitCode();
  }
  // A form with a disabled submit button ignores Enter without a message.
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && code.length < codeLength) flow.submitCode();
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-6">
      <CodeInput
        ref={input}
        onKeyDown={handleKeyDown}
        label="Verification code"
        value={code}
        onChange={flow.changeCode}
        digitsCount={codeLength}
        autoFocus
        disabled={isSignedIn}
      />
      {asksForTerms && <TermsCheckbox flow={flow} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={code.length < codeLength && task !== 'verify'}
        isBusy={task === 'verify' || isSignedIn}
        busyLabel={isSignedIn ? 'Signing you in...' : 'Checking...'}
      >
        Verify Code
      </Button>
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="quiet" onClick={flow.back} disabled={isSignedIn}>
          ← Back
        </Button>
        <Button
          variant="quiet"
          onClick={flow.resend}
          disabled={secondsLeft > 0 || isSignedIn}
          isBusy={task === 'resend'}
          busyLabel="Sending..."
        >
          ↻ Resend
          <Countdown seconds={secondsLeft} />
        </Button>
      </div>
    </form>
  );
}
