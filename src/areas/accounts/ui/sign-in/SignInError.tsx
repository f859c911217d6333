import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Countdown } from './Countdown.tsx';
import type { SignInFailure } from './sign-in-calls.ts';
import { useCountdown } from './use-countdown.ts';
import type { SignInFlow } from './use-sign-in.ts';

type SignInErrorProps = { flow: SignInFlow; failure: SignInFailure };

function RequestNewCode({ flow }: { flow: SignInFlow }) {
  const secondsLeft = useCountdown(flow.sent?.resendAtMs ?? 0);
  return (
    <Button
      size="small"
      onClick={flow.resend}
      disabled={secondsLeft > 0}
      isBusy={flow.task === 'resend'}
      busyLabel="Sending..."
    >
      Ask for a new code
      {/* Hidden from screen readers, which would announce it every second. */}
      <span aria-hidden>
        <Countdown seconds={secondsLeft} />
      </span>
    </Button>
  );
}

/** The error and the next step. */
export function SignInError({ flow, failure }: SignInErrorProps) {
  const { message, advice, retryAtMs, needsNewCode } = failure;
  const hasWaited = useCountdown(retryAtMs ?? 0) === 0 && retryAtMs !== undefined;
  return (
    <Banner
      tone="error"
      title={message}
      action={flow.step === 'code' && needsNewCode && <RequestNewCode flow={flow} />}
    >
      {hasWaited ? `You can ${needsNewCode ? 'ask for a new code' : 'try again'} now.` : advice}
    </Banner>
  );
}
