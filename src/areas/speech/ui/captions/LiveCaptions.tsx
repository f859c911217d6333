import { Mic, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { CaptionsWire, EngineWire } from '../../wire/index.ts';
import { nameRecording } from '../name-recording.ts';
import { formatSeconds } from '../speech-format.ts';
import { OptionFields } from '../transcribe/OptionFields.tsx';
import type { EditorHandle } from '../transcribe/SegmentEditor.tsx';
import { StoredTranscript } from '../transcribe/StoredTranscript.tsx';
import { firstOptions, type TranscriptionOptions } from '../transcribe/use-transcription.ts';
import { CaptionsProgress } from './CaptionsProgress.tsx';
import { CaptionsText } from './CaptionsText.tsx';
import { useCaptions } from './use-captions.ts';

const toBody = ({ language, model, prompt, translate }: TranscriptionOptions) => ({
  title: nameRecording('Captions'),
  model,
  translate,
  ...(language && { language }),
  ...(prompt.trim() && { prompt: prompt.trim() }),
});

type FinishedProps = {
  captions: CaptionsWire;
  problem: string | null;
  onClose: () => void;
  onRestart: () => void;
};

function Finished({ captions, problem, onClose, onRestart }: FinishedProps) {
  const editor = useRef<EditorHandle>(null);
  const { transcript_id: id, seconds } = captions;
  const leaveEditor = (act: () => void) => (editor.current ? editor.current.ask(act) : act());
  return (
    <>
      {problem && <Banner tone="warning">{problem}</Banner>}
      <p className="text-sm text-quiet">
        Used {formatSeconds(seconds)} of your plan.{id && ' Saved to your transcripts.'}
      </p>
      {id ? (
        <StoredTranscript id={id} editor={editor} onGone={onClose} />
      ) : (
        <EmptyState title="No speech found">
          Nothing was heard, or it was too quiet. Speak closer to the microphone.
        </EmptyState>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => leaveEditor(onRestart)}>New captions</Button>
        <Button variant="quiet" onClick={() => leaveEditor(onClose)}>
          Close
        </Button>
      </div>
    </>
  );
}

type LiveCaptionsProps = {
  /** Those that transcribe while someone speaks: at least one. */
  engines: readonly EngineWire[];
  onClose: () => void;
};

/** Text while a person speaks: options, the text as it grows, the stored transcript. */
export function LiveCaptions({ engines, onClose }: LiveCaptionsProps) {
  const first = engines.find((engine) => engine.is_default) ?? engines[0];
  const [options, setOptions] = useState({ ...firstOptions, model: first?.id ?? '' });
  const { state, start, stop, reset } = useCaptions();
  const isListening = state.phase === 'listening';
  const isRunning = isListening || state.phase === 'finishing';
  const guard = useLeaveGuard(isRunning);
  const isReady = state.phase === 'ready' || state.phase === 'failed' || state.phase === 'asking';
  return (
    <div className="grid gap-5">
      {isReady && (
        <>
          {'problem' in state && state.problem && <Banner tone="error">{state.problem}</Banner>}
          <p className="text-sm text-quiet">
            The text appears while you speak, and the transcript is saved at the end. The sound is
            not stored. Pauses cost nothing; speech costs its seconds.
          </p>
          <OptionFields isJob options={options} engines={engines} onChange={setOptions} />
        </>
      )}
      {(state.phase === 'listening' || state.phase === 'finishing') && (
        <CaptionsProgress state={{ ...state, phase: state.phase }} />
      )}
      {(isReady || isListening) && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            icon={isListening ? <Square size={16} aria-hidden /> : <Mic size={16} aria-hidden />}
            onClick={isListening ? stop : () => start(toBody(options))}
            isBusy={state.phase === 'asking'}
            busyLabel="Waiting for the microphone..."
          >
            {isListening ? 'Stop captions' : 'Start captions'}
          </Button>
          {isReady && (
            <Button variant="quiet" onClick={onClose}>
              Back
            </Button>
          )}
        </div>
      )}
      {isRunning && <CaptionsText segments={state.segments} />}
      {state.phase === 'done' && state.captions && (
        <Finished
          captions={state.captions}
          problem={state.problem}
          onClose={onClose}
          onRestart={reset}
        />
      )}
      <LeaveDialog guard={guard} title="Stop the captions?" confirmLabel="Leave">
        The text so far is saved to your transcripts. If you leave, the microphone is switched off,
        and words that are not transcribed yet are lost.
      </LeaveDialog>
    </div>
  );
}
