import clsx from 'clsx';
import { Captions, Mic, Square, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { formatClock } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { audioSecondsMax } from '../../wire/speech.constants.ts';
import type { SelectedAudio } from './RecordingJob.tsx';
import { useRecorder } from './use-recorder.ts';

type RecordButtonProps = { onSelect: (selected: SelectedAudio) => void };

function RecordButton({ onSelect }: RecordButtonProps) {
  const onRecorded = (file: File) => onSelect({ file, isRecorded: true });
  const recorder = useRecorder({ secondsMax: audioSecondsMax, onRecorded });
  const { state } = recorder;
  const guard = useLeaveGuard(state.kind === 'recording');
  return (
    <>
      {state.kind === 'recording' ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" icon={<Square size={16} aria-hidden />} onClick={recorder.stop}>
            Stop recording
          </Button>
          <span role="timer" className="flex items-center gap-2 font-mono text-sm">
            <span aria-hidden="true" className="size-2.5 animate-breathe rounded-full bg-danger" />
            {formatClock(state.seconds)}
          </span>
        </div>
      ) : (
        <Button
          variant="primary"
          icon={<Mic size={16} aria-hidden />}
          onClick={recorder.start}
          isBusy={state.kind === 'asking'}
          busyLabel="Waiting for the microphone..."
        >
          Record
        </Button>
      )}
      {state.kind === 'refused' && <Banner tone="error">{state.reason}</Banner>}
      <LeaveDialog guard={guard} title="Stop recording?" confirmLabel="Leave">
        The microphone is on. If you leave, the recording is discarded.
      </LeaveDialog>
    </>
  );
}

type AudioSourceProps = RecordButtonProps & {
  /** Undefined without an engine that transcribes while someone speaks. */
  onCaptions?: (() => void) | undefined;
};

/** Audio from the microphone, a file, the clipboard, or drag and drop. */
export function AudioSource({ onSelect, onCaptions }: AudioSourceProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    if (files?.[0]) onSelect({ file: files[0], isRecorded: false });
  };
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }
  // Independent of focus: nothing else on the page accepts files.
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? [];
      if (file) onSelect({ file, isRecorded: false });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onSelect]);
  return (
    <section
      aria-label="Record or choose a file"
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      className={clsx(
        'grid justify-items-center gap-4 border border-dashed px-6 py-10 text-center',
        isOver ? 'border-accent surface-sunken' : 'border-control',
      )}
    >
      <div className="flex flex-wrap items-center justify-center gap-3">
        <RecordButton onSelect={onSelect} />
        {onCaptions && (
          <Button icon={<Captions size={16} aria-hidden />} onClick={onCaptions}>
            Live captions
          </Button>
        )}
        <Button icon={<Upload size={16} aria-hidden />} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="Recording to transcribe"
          accept="audio/*,video/mp4,video/quicktime,video/webm,.m4a,.aac,.ogg,.opus,.flac"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <p className="max-w-md text-sm text-balance text-quiet">
        Or drop a file here, or paste one. AAC, FLAC, MP3, MP4, M4A, MOV, OGG, WAV or WebM, up to 2
        GB and four hours.
      </p>
    </section>
  );
}
