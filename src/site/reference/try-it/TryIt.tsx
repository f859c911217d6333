import { lazy, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import type { TryItCall } from './try-it-call.ts';

const TryItPanel = lazy(() => import('./TryItPanel.tsx'));

/** A button; the form behind it loads when it is first opened. */
export function TryIt({ call }: { call: TryItCall }) {
  const [step, setStep] = useState<'new' | 'open' | 'closed'>('new');
  if (step === 'open')
    return (
      <LazyBoundary
        fallback={<p className="text-sm text-quiet">Loading...</p>}
        onFailure={() => setStep('closed')}
      >
        <TryItPanel call={call} onClose={() => setStep('closed')} />
      </LazyBoundary>
    );
  return (
    <Button
      variant="primary"
      className="w-full noscript:hidden"
      // Back to where the form was opened.
      autoFocus={step === 'closed'}
      onClick={() => setStep('open')}
    >
      Try this call
    </Button>
  );
}
