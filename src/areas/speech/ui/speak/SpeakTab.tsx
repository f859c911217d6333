import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { SynthesisWire } from '../../wire/index.ts';
import { useEngines, useVoices } from '../queries.ts';
import { SnippetPanel } from '../SnippetPanel.tsx';
import { speakSnippets } from '../snippets.ts';
import { SpeakForm } from './SpeakForm.tsx';
import { SpokenResult } from './SpokenResult.tsx';

function Form({ onSpoken }: { onSpoken: (spoken: SynthesisWire) => void }) {
  const voices = useVoices();
  const engines = useEngines();
  if (voices.isPending || engines.isPending)
    return (
      <div className="grid gap-5">
        <span className="sr-only">Loading the voices</span>
        <Skeleton className="h-37 w-full" />
        <div className="grid gap-5 sm:grid-cols-2">
          {['language', 'voice', 'speed', 'format'].map((field) => (
            <Skeleton key={field} className="h-16.5 w-full" />
          ))}
        </div>
        <Skeleton className="h-20 w-64 sm:h-10" />
      </div>
    );
  if (!voices.data || !engines.data) {
    const failed = voices.data ? engines : voices;
    return (
      <LoadError
        message={errorMessage(failed.error)}
        onRetry={() => failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  return <SpeakForm voices={voices.data} engines={engines.data} onSpoken={onSpoken} />;
}

/** Speech synthesis. */
export function SpeakTab() {
  const [spoken, setSpoken] = useState<SynthesisWire>();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Panel title="Text">
        <Form onSpoken={setSpoken} />
      </Panel>
      <div className="grid min-w-0 gap-6">
        <SpokenResult spoken={spoken} />
        <SnippetPanel createSnippets={speakSnippets} />
      </div>
    </div>
  );
}
