import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { formatBytes, formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { saveFile } from '#ui/save-file.ts';
import type { SynthesisWire } from '../../wire/index.ts';
import { formatSeconds, formatVoiceLanguage } from '../speech-format.ts';
import { useObjectUrl } from '../use-object-url.ts';

const endings = { mp3: 'mp3', opus: 'ogg', aac: 'aac', flac: 'flac', wav: 'wav', pcm: 'pcm' };

const toBlob = ({ audio, content_type }: SynthesisWire): Blob =>
  new Blob([Uint8Array.from(atob(audio), (letter) => letter.charCodeAt(0))], {
    type: content_type,
  });

function Spoken({ spoken }: { spoken: SynthesisWire }) {
  const blob = useMemo(() => toBlob(spoken), [spoken]);
  const url = useObjectUrl(blob);
  const { usage, cached } = spoken;
  return (
    <div className="grid gap-4">
      {spoken.format === 'pcm' ? (
        <p className="text-sm text-quiet">Browsers do not play raw samples. Download them.</p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the text is in the form beside it.
        <audio controls src={url} aria-label="The spoken text" className="w-full" />
      )}
      <DescriptionList
        items={[
          { term: 'Length', description: formatSeconds(spoken.duration), isNumeric: true },
          { term: 'Size', description: formatBytes(spoken.size_bytes), isNumeric: true },
          { term: 'Language', description: formatVoiceLanguage(spoken.language) },
          {
            term: 'Counted',
            description: cached
              ? 'Nothing: generated before'
              : formatCount(usage.billed_units, 'character'),
            isNumeric: true,
          },
        ]}
      />
      <Button
        icon={<Download size={16} aria-hidden />}
        onClick={() => saveFile(blob, `speech.${endings[spoken.format]}`)}
        className="justify-self-start"
      >
        Download
      </Button>
    </div>
  );
}

/** The last synthesized audio. */
export const SpokenResult = ({ spoken }: { spoken: SynthesisWire | undefined }) => (
  <Panel title="Result">
    {spoken ? (
      <Spoken key={spoken.request_id} spoken={spoken} />
    ) : (
      <EmptyState title="Nothing spoken yet">
        Enter a text and press Speak. You can play and download the result here.
      </EmptyState>
    )}
  </Panel>
);
