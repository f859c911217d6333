import { useState } from 'react';
import { useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { SpeakTab } from './speak/SpeakTab.tsx';
import { TranscribeTab } from './transcribe/TranscribeTab.tsx';

/** Speech into text and text into speech; the tab stands in the address. */
export default function SpeechScreen() {
  const [address, setAddress] = useSearchParams();
  const tab = address.get('tab') === 'speak' ? 'speak' : 'transcribe';
  // What was typed is there when one comes back; voices load only once the tab was opened.
  const [isSpeakOpened, setSpeakOpened] = useState(false);
  if (tab === 'speak' && !isSpeakOpened) setSpeakOpened(true);
  return (
    <>
      <title>{`Speech · ${site.name}`}</title>
      <PageHeader
        title="Speech"
        description="Write down what is said in a recording, or have a text spoken."
      />
      <Tabs
        label="What to do"
        className="mt-4"
        value={tab}
        onValueChange={(value) => setAddress({ tab: value }, { replace: true })}
        items={[
          { value: 'transcribe', label: 'Transcribe', content: <TranscribeTab />, isKept: true },
          { value: 'speak', label: 'Speak', content: <SpeakTab />, isKept: isSpeakOpened },
        ]}
      />
    </>
  );
}
