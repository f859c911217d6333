import { useState } from 'react';
import { useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { SpeakTab } from './speak/SpeakTab.tsx';
import { TranscribeTab } from './transcribe/TranscribeTab.tsx';

/** Transcription and synthesis. The selected tab is in the URL. */
export default function SpeechScreen() {
  const [address, setAddress] = useSearchParams();
  const tab = address.get('tab') === 'speak' ? 'speak' : 'transcribe';
  // The tab stays mounted once opened, to keep its input. Voices load when it is first opened.
  const [isSpeakOpened, setSpeakOpened] = useState(false);
  if (tab === 'speak' && !isSpeakOpened) setSpeakOpened(true);
  return (
    <>
      <title>{`Speech · ${site.name}`}</title>
      <PageHeader title="Speech" description="Transcribe recordings, or turn text into speech." />
      <Tabs
        label="What to do"
        className="mt-4"
        value={tab}
        onValueChange={(value) => setAddress({ tab: value }, { replace: true })}
        items={[
          {
            value: 'transcribe',
            label: 'Transcribe',
            content: <TranscribeTab />,
            staysMounted: true,
          },
          { value: 'speak', label: 'Speak', content: <SpeakTab />, staysMounted: isSpeakOpened },
        ]}
      />
    </>
  );
}
