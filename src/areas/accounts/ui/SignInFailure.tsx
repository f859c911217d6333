import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Countdown } from './Countdown.tsx';
import type { Failure } from './sign-in-calls.ts';
import { useCountdown } from './use-countdown.ts';
import type { SignInFlow } from './use-sign-in.ts';

type SignInFailureProps = { flow: SignInFlow; failure: Failure };

function AskAgain({ flow }: { flow: SignInFlow }) {
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
      {/* The banner is read out when it changes, and this changes every second. */}
      <span aria-hidden>
        <Countdown seconds={secondsLeft} />
      </span>
    </Button>
  );
}

/** What went wrong, and one way on. */
export function SignInFailure({ flow, failure }: SignInFailureProps) {
  const { message, advice, retryAtMs, needsNewCode } = failure;
  const hasWaited = useCountdown(retryAtMs ?? 0) === 0 && retryAtMs !== undefined;
  return (
    <Banner
      tone="error"
      title={message}
      action={flow.step === 'code' && needsNewCode && <AskAgain flow={flow} />}
    >
      {hasWaited ? `You can ${needsNewCode ? 'ask for a new code' : 'try again'} now.` : advice}
    </Banner>
  );
}
