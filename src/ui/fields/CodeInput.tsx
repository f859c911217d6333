import clsx from 'clsx';
import { OTPInput } from 'input-otp';
import { type KeyboardEventHandler, type Ref, useId } from 'react';
import { normalizeCode } from '#lib/verification-code.ts';
import { describeField, FieldFrame, type FieldProps } from './FieldFrame.tsx';

export type CodeInputProps = FieldProps & {
  value: string;
  onChange: (code: string) => void;
  /** Called once with the whole code when the last digit is entered. */
  onComplete?: (code: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  id?: string;
  name?: string;
  digitsCount?: number;
  autoFocus?: boolean;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

type SlotProps = { char: string | null; isActive: boolean; hasFakeCaret: boolean };

function CodeSlot({ char, isActive, hasFakeCaret, isInvalid }: SlotProps & { isInvalid: boolean }) {
  return (
    <div
      className={clsx(
        'relative grid h-14 w-full max-w-12 place-items-center rounded-control border bg-field',
        'font-mono text-xl transition-colors',
        isInvalid ? 'border-danger' : 'border-control',
        isActive && 'outline-2 outline-offset-2 outline-accent',
      )}
    >
      {char}
      {hasFakeCaret && <span className="absolute h-6 w-px animate-breathe bg-text" />}
    </div>
  );
}

export function CodeInput(props: CodeInputProps) {
  const { label, help, error, isLabelHidden, digitsCount = 6, className, ...input } = props;
  const ownId = useId();
  const id = input.id ?? ownId;
  function changeCode(entered: string) {
    const code = normalizeCode(entered);
    if (/^\d*$/.test(code)) input.onChange(code);
  }
  return (
    <FieldFrame
      id={id}
      label={label}
      help={help}
      error={error}
      isLabelHidden={isLabelHidden}
      className={className}
    >
      <OTPInput
        {...input}
        {...describeField(id, { help, error })}
        id={id}
        maxLength={digitsCount}
        onChange={changeCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        pasteTransformer={normalizeCode}
        pushPasswordManagerStrategy="none"
        containerClassName={clsx('flex gap-2.5', input.disabled && 'opacity-50')}
        className="shadow-none! outline-none!"
        render={({ slots }) =>
          slots.map(({ char, isActive, hasFakeCaret }, position) => (
            <CodeSlot
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position.
              key={position}
              char={char}
              isActive={isActive}
              hasFakeCaret={hasFakeCaret}
              isInvalid={Boolean(error)}
            />
          ))
        }
      />
    </FieldFrame>
  );
}
