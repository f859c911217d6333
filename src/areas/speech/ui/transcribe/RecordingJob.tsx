import { type Ref, useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { formatBytes } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import type { EngineWire, SegmentWire, TranscriptionWire } from '../../wire/index.ts';
import { audioBytesMax, audioSecondsMax } from '../../wire/speech.constants.ts';
import { useChangeTranscript } from '../queries.ts';
import { formatSeconds, formatVoiceLanguage } from '../speech-format.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { LongRecording } from './LongRecording.tsx';
import { OptionFields } from './OptionFields.tsx';
import { Progress } from './Progress.tsx';
import type { EditorHandle } from './SegmentEditor.tsx';
import { TranscriptView } from './TranscriptView.tsx';
import { useJobUpload } from './use-job-upload.ts';
import { firstOptions, type TranscriptionOptions, useTranscription } from './use-transcription.ts';

type TranscriptResultProps = {
  transcription: TranscriptionWire;
  name: string;
  audioUrl: string | undefined;
  editor: Ref<EditorHandle>;
};

/** Corrections of a saved transcript are sent to the server too. */
function TranscriptResult({ transcription, name, audioUrl, editor }: TranscriptResultProps) {
  const [segments, setSegments] = useState<SegmentWire[]>(transcription.segments);
  const [words, setWords] = useState(transcription.words);
  const change = useChangeTranscript(transcription.transcript_id ?? '');

  async function save(changed: { id: number; text: string }[]) {
    if (transcription.transcript_id && changed.length > 0)
      await change.mutateAsync({ segments: changed });
    const texts = new Map(changed.map(({ id, text }) => [id, text]));
    const corrected = segments.filter(({ id }) => texts.has(id));
    setSegments(segments.map((one) => ({ ...one, text: texts.get(one.id) ?? one.text })));
    // The words of a corrected segment no longer match its text.
    setWords(
      words.filter(
        (word) => !corrected.some((one) => word.start >= one.start && word.start < one.end),
      ),
    );
  }

  const { language, model, duration, usage } = transcription;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-quiet">
        {language && `${formatVoiceLanguage(language)}. `}
        Used {formatSeconds(usage.billed_units)} of your plan.
        {transcription.transcript_id && ' Saved to your transcripts.'}
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

/** Duration according to the browser, which may differ from the server's. */
function useLength(audioUrl: string | undefined): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (!audioUrl) return;
    const audio = new Audio();
    // Recordings of browsers have a duration only after seeking to the end.
    audio.ondurationchange = () => {
      if (Number.isFinite(audio.duration)) setSeconds(audio.duration);
      else audio.currentTime = Number.MAX_SAFE_INTEGER;
    };
    audio.src = audioUrl;
    return () => audio.removeAttribute('src');
  }, [audioUrl]);
  return seconds;
}

const losses = {
  recording: {
    title: 'Discard the recording?',
    text: 'Your recording exists on this page only. If you leave, it is lost.',
  },
  stored: {
    title: 'Leave while it runs?',
    text: 'The recording is still being transcribed. That continues on other pages, and the transcript is saved when it is ready. Closing or reloading this tab may stop it.',
  },
  run: {
    title: 'Stop transcribing?',
    text: 'The recording is still being transcribed. If you leave, nothing is saved, but its seconds are deducted from your plan once the transcription has begun.',
  },
};

const uploadLoss = {
  title: 'Stop the upload?',
  text: 'The recording is still being uploaded. If you leave, that stops, and nothing is transcribed.',
};

export type SelectedAudio = { file: File; isRecorded: boolean };
type RecordingJobProps = {
  selected: SelectedAudio;
  engines: readonly EngineWire[];
  onDrop: () => void;
};

/** A recording: options, progress, transcript. */
export function RecordingJob({ selected, engines, onDrop }: RecordingJobProps) {
  const { file, isRecorded } = selected;
  const audioUrl = useObjectUrl(file);
  const seconds = useLength(audioUrl);
  const editor = useRef<EditorHandle>(null);
  const { stage, start, cancel } = useTranscription(file);
  const [options, setOptions] = useState<TranscriptionOptions>(firstOptions);
  const upload = useJobUpload(file);
  const isUploading = upload.stage.kind === 'sending';
  const isLong = file.size > audioBytesMax || (seconds ?? 0) > audioSecondsMax;
  const isRunning = stage.kind === 'sending' || stage.kind === 'listening';
  const isWaiting = stage.kind === 'ready' || stage.kind === 'failed';
  const guard = useLeaveGuard(isUploading || isRunning || (isWaiting && isRecorded));
  const loss = isUploading
    ? uploadLoss
    : losses[isWaiting ? 'recording' : options.store ? 'stored' : 'run'];
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="basis-full font-medium wrap-anywhere">{file.name}</p>
        <p className="min-w-0 flex-1 text-sm text-quiet">
          {formatBytes(file.size)}
          {seconds !== undefined && `, uses about ${formatSeconds(seconds)}`}
        </p>
        <Button size="small" variant="quiet" onClick={() => (editor.current ?? guard).ask(onDrop)}>
          Another recording
        </Button>
      </div>
      {stage.kind === 'failed' && <Banner tone="error">{stage.message}</Banner>}
      {isLong && isWaiting && (
        <LongRecording upload={upload} options={options} engines={engines} onChange={setOptions} />
      )}
      {!isLong && isWaiting && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: there is no transcript yet. */}
          <audio controls src={audioUrl} aria-label="The recording" className="w-full" />
          <OptionFields options={options} engines={engines} onChange={setOptions} />
          <Button variant="primary" onClick={() => start(options)} className="justify-self-start">
            Transcribe recording
          </Button>
        </>
      )}
      {isRunning && <Progress stage={stage} isStored={options.store} onCancel={cancel} />}
      {stage.kind === 'done' && (
        <TranscriptResult
          transcription={stage.transcription}
          name={file.name}
          audioUrl={audioUrl}
          editor={editor}
        />
      )}
      <LeaveDialog guard={guard} title={loss.title} confirmLabel="Leave">
        {loss.text}
      </LeaveDialog>
    </div>
  );
}
