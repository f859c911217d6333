import { formatBytes } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LongWork } from '#ui/LongWork.tsx';
import type { EngineWire } from '../../wire/index.ts';
import { jobStatusLabels } from './job.labels.ts';
import { OptionFields } from './OptionFields.tsx';
import type { JobUpload } from './use-job-upload.ts';
import type { TranscriptionOptions } from './use-transcription.ts';

type LongRecordingProps = {
  upload: JobUpload;
  options: TranscriptionOptions;
  engines: readonly EngineWire[];
  onChange: (options: TranscriptionOptions) => void;
};

/** Speakers cannot be told apart in the pieces of a long recording. */
const withoutSpeakers = (engine: EngineWire): EngineWire => ({
  ...engine,
  options: engine.options.filter((option) => option !== 'diarize'),
});

/** A recording beyond the limits of a direct call: options and upload of its job. */
export function LongRecording({ upload, options, engines, onChange }: LongRecordingProps) {
  const { stage, start, cancel } = upload;
  if (stage.kind === 'started')
    return (
      <Banner tone="success" title="The recording is uploaded">
        It is transcribed in the background; you can close this page. Its progress is under Long
        recordings.
      </Banner>
    );
  if (stage.kind === 'sending')
    return (
      <LongWork
        label="Uploading the recording"
        status={jobStatusLabels.uploading}
        progress={{ done: stage.sentBytes, total: stage.totalBytes, format: formatBytes }}
        cancel={{ onCancel: cancel }}
      >
        <p className="text-sm text-quiet">Keep this page open until the upload is complete.</p>
      </LongWork>
    );
  const isInterrupted = stage.kind === 'failed' && stage.canContinue;
  return (
    <>
      {stage.kind === 'failed' && <Banner tone="error">{stage.message}</Banner>}
      <p className="text-sm text-quiet">
        This recording is larger than 25 MB or longer than 15 minutes, so it is transcribed in the
        background, up to 2 GB and four hours. It is stored until then; the transcript is saved.
        Nothing is deducted from your plan unless it is complete.
      </p>
      {!isInterrupted && (
        <OptionFields
          isJob
          options={options}
          engines={engines.map(withoutSpeakers)}
          onChange={onChange}
        />
      )}
      <Button variant="primary" onClick={() => start(options)} className="justify-self-start">
        {isInterrupted ? 'Continue the upload' : 'Upload and transcribe'}
      </Button>
    </>
  );
}
