import { type Ref, useEffect, useRef, useState } from 'react';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import type { EngineWire, SegmentWire, TranscriptionWire } from '../../contract.ts';
import { type AskFirst, LeaveQuestion } from '../LeaveQuestion.tsx';
import { useChangeTranscript } from '../queries.ts';
import { sayBytes, sayLanguage, saySeconds } from '../speech-words.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { Progress } from './Progress.tsx';
import { TranscriptView } from './TranscriptView.tsx';
import { useTranscription, type Wishes } from './use-transcription.ts';
import { WishFields } from './WishFields.tsx';

type HeardProps = {
  heard: TranscriptionWire;
  name: string;
  audioUrl: string | undefined;
  editor: Ref<AskFirst>;
};

/** Corrections of what is kept go to the server as well. */
function Heard({ heard, name, audioUrl, editor }: HeardProps) {
  const [segments, setSegments] = useState<SegmentWire[]>(heard.segments);
  const [words, setWords] = useState(heard.words);
  const change = useChangeTranscript(heard.transcript_id ?? '');

  async function save(changed: { id: number; text: string }[]) {
    if (heard.transcript_id && changed.length > 0) await change.mutateAsync({ segments: changed });
    const texts = new Map(changed.map(({ id, text }) => [id, text]));
    const corrected = segments.filter(({ id }) => texts.has(id));
    setSegments(segments.map((one) => ({ ...one, text: texts.get(one.id) ?? one.text })));
    // The words of a corrected part no longer say what stands there.
    setWords(
      words.filter(
        (word) => !corrected.some((one) => word.start >= one.start && word.start < one.end),
      ),
    );
  }

  const { language, model, duration, usage } = heard;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-quiet">
        {language && `${sayLanguage(language)}. `}
        Counted {saySeconds(usage.billed_units)} of your plan.
        {heard.transcript_id && ' Kept among your transcripts.'}
      </p>
      <TranscriptView
        parts={{ segments, words, language, model, duration }}
        name={name}
        audioUrl={audioUrl}
        onSave={save}
        editor={editor}
      />
    </div>
  );
}

/** Seconds that the browser finds in the file, which need not be all that the server finds. */
function useLength(audioUrl: string | undefined): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (!audioUrl) return;
    const audio = new Audio();
    // What a browser has recorded tells its length at its end alone.
    audio.ondurationchange = () => {
      if (Number.isFinite(audio.duration)) setSeconds(audio.duration);
      else audio.currentTime = Number.MAX_SAFE_INTEGER;
    };
    audio.src = audioUrl;
    return () => audio.removeAttribute('src');
  }, [audioUrl]);
  return seconds;
}

/** Warns what is lost when the page is left. */
function WorkLeft({ asking, isKept }: { asking: Ref<AskFirst>; isKept: boolean }) {
  if (isKept)
    return (
      <LeaveQuestion ref={asking} title="Leave while it runs?">
        The recording is still being written down. That continues on other pages, and the transcript
        is kept when it is ready. Closing or reloading this tab stops it.
      </LeaveQuestion>
    );
  return (
    <LeaveQuestion ref={asking} title="Stop writing it down?">
      The recording is still being written down. If you leave, that stops: nothing is kept, and
      nothing is counted.
    </LeaveQuestion>
  );
}

export type Taken = { file: File; isRecorded: boolean };
type RecordingJobProps = { taken: Taken; engines: readonly EngineWire[]; onDrop: () => void };

/** One recording: what is wished of it, its progress, its transcript. */
export function RecordingJob({ taken, engines, onDrop }: RecordingJobProps) {
  const { file, isRecorded } = taken;
  const audioUrl = useObjectUrl(file);
  const seconds = useLength(audioUrl);
  const asking = useRef<AskFirst>(null);
  const { stage, start, cancel } = useTranscription(file);
  const [wishes, setWishes] = useState<Wishes>({ language: '', model: '', store: false });
  const isRunning = stage.kind === 'sending' || stage.kind === 'listening';
  const isWaiting = stage.kind === 'ready' || stage.kind === 'failed';
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="basis-full font-medium wrap-anywhere">{file.name}</p>
        <p className="min-w-0 flex-1 text-sm text-quiet">
          {sayBytes(file.size)}
          {seconds !== undefined && `, counts about ${saySeconds(seconds)}`}
        </p>
        <Button
          size="small"
          variant="quiet"
          onClick={() => (asking.current ? asking.current.ask(onDrop) : onDrop())}
        >
          Another recording
        </Button>
      </div>
      {stage.kind === 'failed' && <Banner tone="error">{stage.message}</Banner>}
      {isWaiting && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: nobody has written the words down yet. */}
          <audio controls src={audioUrl} aria-label="The recording" className="w-full" />
          <WishFields wishes={wishes} engines={engines} onChange={setWishes} />
          <Button variant="primary" onClick={() => start(wishes)} className="justify-self-start">
            Write it down
          </Button>
        </>
      )}
      {isWaiting && isRecorded && (
        <LeaveQuestion ref={asking} title="Drop the recording?">
          What you recorded is in this page alone. If you leave, it is lost.
        </LeaveQuestion>
      )}
      {isRunning && <Progress stage={stage} isKept={wishes.store} onCancel={cancel} />}
      {isRunning && <WorkLeft asking={asking} isKept={wishes.store} />}
      {stage.kind === 'done' && (
        <Heard heard={stage.heard} name={file.name} audioUrl={audioUrl} editor={asking} />
      )}
    </div>
  );
}
