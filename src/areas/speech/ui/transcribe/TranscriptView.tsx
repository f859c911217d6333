import { Download, Pencil } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { saveFile } from '#ui/save-file.ts';
import { type EditorHandle, SegmentEditor } from './SegmentEditor.tsx';
import { Segments } from './Segments.tsx';
import {
  baseName,
  type TranscriptParts,
  toText,
  transcriptFiles,
  writeTranscript,
} from './transcript-files.ts';

type TranscriptViewProps = {
  parts: TranscriptParts;
  name: string;
  /** Undefined when the audio is no longer available. */
  audioUrl?: string | undefined;
  onSave: (changed: { id: number; text: string }[]) => Promise<unknown> | unknown;
  /** Set while text is being edited. */
  editor: Ref<EditorHandle>;
  children?: ReactNode;
};

function Downloads({ parts, name }: Pick<TranscriptViewProps, 'parts' | 'name'>) {
  return (
    <Menu
      trigger={
        <Button size="small" icon={<Download size={16} aria-hidden />}>
          Download
        </Button>
      }
      align="start"
    >
      {transcriptFiles.map((file) => (
        <MenuItem
          key={file.value}
          onSelect={() =>
            saveFile(writeTranscript(file, parts), `${baseName(name)}.${file.ending}`)
          }
        >
          {file.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const Legend = ({ isPlayed }: { isPlayed: boolean }) => (
  <p className="text-sm text-quiet">
    {isPlayed && 'Press a word to hear it. '}
    <span className="underline decoration-warning-text decoration-dotted underline-offset-4">
      Dotted
    </span>
    : the engine was not sure.{' '}
    <span className="underline decoration-danger decoration-wavy underline-offset-4">Wavy</span>: it
    guessed.
  </p>
);

/** A transcript with player, editor and downloads. */
export function TranscriptView(props: TranscriptViewProps) {
  const { parts, name, audioUrl, onSave, editor, children } = props;
  const player = useRef<HTMLAudioElement>(null);
  const [seconds, setSeconds] = useState(-1);
  const [isEditing, setEditing] = useState(false);
  const { segments, words } = parts;

  function seek(to: number) {
    if (!player.current) return;
    player.current.currentTime = to;
    // The player itself shows unsupported formats.
    player.current.play().catch(() => undefined);
  }

  if (segments.length === 0)
    return (
      <EmptyState title="No speech found" action={children}>
        The recording contains no speech, or it is too quiet. Record closer to the speaker.
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {audioUrl && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript is shown below it.
        <audio
          ref={player}
          controls
          src={audioUrl}
          aria-label="The recording"
          onTimeUpdate={(event) => setSeconds(event.currentTarget.currentTime)}
          className="w-full"
        />
      )}
      {isEditing ? (
        <SegmentEditor
          ref={editor}
          segments={segments}
          onSave={onSave}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Downloads parts={parts} name={name} />
            <CopyButton value={toText(segments)} label="Copy text" size="small" />
            <Button
              size="small"
              icon={<Pencil size={16} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Correct words
            </Button>
            {children}
          </div>
          {words.length > 0 && <Legend isPlayed={audioUrl !== undefined} />}
          <Segments
            segments={segments}
            words={words}
            seconds={seconds}
            onSeek={audioUrl ? seek : undefined}
          />
        </>
      )}
    </div>
  );
}
