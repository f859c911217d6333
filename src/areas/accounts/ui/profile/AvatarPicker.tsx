import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { UserWire } from '../../wire/profile.ts';
import type { PendingAvatar } from './use-pending-avatar.ts';

type AvatarPickerProps = { user: UserWire; pending: PendingAvatar };

const picturePx = 96;

function PickButton({ onPick }: { onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Allows the same file again after an error.
    target.value = '';
    if (file) onPick(file);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Profile picture"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <Button icon={<ImageUp size={16} aria-hidden />} onClick={() => input.current?.click()}>
        Change picture
      </Button>
    </>
  );
}

function AvatarActions({ pending }: { pending: PendingAvatar }) {
  const { picked, share } = pending;
  if (share)
    return (
      <ProgressBar
        label="Uploading"
        value={share.sentBytes}
        max={share.totalBytes}
        className="w-48"
      />
    );
  if (!picked) return <PickButton onPick={pending.pick} />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={pending.confirm}>
        Use this picture
      </Button>
      <Button onClick={pending.drop}>Discard picture</Button>
    </div>
  );
}

export function AvatarPicker({ user, pending }: AvatarPickerProps) {
  const { picked, refusal } = pending;
  const name = user.full_name || user.email;
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar
        name={name}
        src={picked?.previewUrl ?? user.avatar}
        sizePx={picturePx}
        alt={picked ? 'Preview of your new picture' : 'Your picture'}
      />
      <div className="grid min-w-0 justify-items-start gap-2">
        <AvatarActions pending={pending} />
        <p className="text-sm text-quiet">JPEG, PNG, GIF or WebP, up to 5 MB.</p>
        <FieldError>{refusal}</FieldError>
      </div>
      <LeaveDialog guard={pending.guard}>
        The new picture is not uploaded yet. Press Use this picture to keep it.
      </LeaveDialog>
    </div>
  );
}
