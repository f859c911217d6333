import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { EngineWire } from '../../wire/index.ts';
import { LiveCaptions } from '../captions/LiveCaptions.tsx';
import { useEngines } from '../queries.ts';
import { SnippetPanel } from '../SnippetPanel.tsx';
import { transcribeSnippets } from '../snippets.ts';
import { AudioSource } from './AudioSource.tsx';
import { History } from './History.tsx';
import { Jobs } from './Jobs.tsx';
import { QualityNotice } from './QualityNotice.tsx';
import { RecordingJob, type SelectedAudio } from './RecordingJob.tsx';
import { TranscriptDialog } from './TranscriptDialog.tsx';

function NoEngine({ engines }: { engines: readonly EngineWire[] }) {
  return (
    <Banner tone="warning" title="No engine for transcription is installed here">
      <ul className="mt-1 grid gap-1">
        {engines.map(({ id, name, enable }) => (
          <li key={id}>
            {name}: {enable}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function Recording() {
  const engines = useEngines();
  const [selected, setSelected] = useState<SelectedAudio & { id: number }>();
  const [isCaptioning, setCaptioning] = useState(false);
  if (engines.isPending)
    return (
      <div>
        <span className="sr-only">Loading the engines</span>
        <Skeleton className="h-63 w-full sm:h-44" />
      </div>
    );
  if (!engines.data)
    return (
      <LoadError
        message={errorMessage(engines.error)}
        onRetry={() => engines.refetch()}
        isRetrying={engines.isFetching}
      />
    );
  const own = engines.data.filter(({ kind }) => kind === 'transcription');
  const installed = own.filter((engine) => engine.is_available);
  const live = installed.filter((engine) => engine.captions);
  // Also when its engine disappears meanwhile.
  if (isCaptioning) return <LiveCaptions engines={live} onClose={() => setCaptioning(false)} />;
  if (installed.length === 0) return <NoEngine engines={own} />;
  if (!selected)
    return (
      <div className="grid gap-5">
        <QualityNotice engine={installed.find((engine) => engine.is_default)} />
        <AudioSource
          onSelect={(next) => setSelected({ ...next, id: performance.now() })}
          onCaptions={live.length > 0 ? () => setCaptioning(true) : undefined}
        />
      </div>
    );
  return (
    <RecordingJob
      key={selected.id}
      selected={selected}
      engines={installed}
      onDrop={() => setSelected(undefined)}
    />
  );
}

/** The transcript that the address names, such as the one of a mail. */
function LinkedTranscript() {
  const [address, setAddress] = useSearchParams();
  const id = address.get('transcript');
  if (!id) return null;
  return (
    <TranscriptDialog
      key={id}
      id={id}
      onClose={() => setAddress({ tab: 'transcribe' }, { replace: true })}
    />
  );
}

/** Transcription of a recording, and the saved transcripts. */
export const TranscribeTab = () => (
  <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
    <Panel title="Recording">
      <Recording />
    </Panel>
    <div className="grid min-w-0 gap-6">
      <Jobs />
      <History />
      <SnippetPanel createSnippets={transcribeSnippets} />
    </div>
    <LinkedTranscript />
  </div>
);
