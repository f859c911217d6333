import clsx from 'clsx';
import { FlaskConical } from 'lucide-react';
import { canSwitchMode, switchMode } from '#client/test-mode.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import { Tooltip } from '#ui/Tooltip.tsx';

const Track = ({ isOn }: { isOn: boolean }) => (
  <span
    aria-hidden="true"
    className={clsx(
      'ml-auto flex h-5 w-9 items-center rounded-control border p-0.5',
      isOn ? 'justify-end border-warning bg-warning' : 'border-control',
    )}
  >
    <span className={clsx('h-full w-3.5', isOn ? 'bg-on-warning' : 'bg-quiet')} />
  </span>
);

type TestModeSwitchProps = {
  /** An icon alone, with its name as a tooltip. */
  isCollapsed?: boolean;
};

/** Below the menu. Nothing while a customer's account is viewed, which is always live. */
export function TestModeSwitch({ isCollapsed = false }: TestModeSwitchProps) {
  const isOn = useTestMode();
  if (!canSwitchMode()) return null;
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => switchMode(isOn ? 'live' : 'test')}
      className={clsx(
        'flex min-h-12 w-full items-center gap-3 border-l-2 text-left text-sm hover:bg-text/5',
        isCollapsed ? 'justify-center pr-0.5' : 'px-4',
        isOn ? 'border-warning font-semibold text-warning-text' : 'border-transparent text-quiet',
      )}
    >
      <FlaskConical size={18} aria-hidden />
      <span className={isCollapsed ? 'sr-only' : undefined}>Test mode</span>
      {!isCollapsed && <Track isOn={isOn} />}
    </button>
  );
  return (
    <div className="sticky bottom-0 mt-auto border-t border-line surface-sunken">
      {isCollapsed ? (
        <Tooltip content="Test mode" side="right">
          {control}
        </Tooltip>
      ) : (
        control
      )}
    </div>
  );
}
