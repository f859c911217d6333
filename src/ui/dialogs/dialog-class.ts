import clsx from 'clsx';

export const scrimClass =
  'fixed inset-0 z-40 animate-fade bg-scrim data-[state=closed]:animate-leave';

const boxClass = clsx(
  'dialog-box fixed inset-x-0 z-50 flex w-full flex-col border border-line surface-raised sm:mx-auto',
  'animate-enter shadow-float data-[state=closed]:animate-leave',
);

/** At the bottom of a small screen, within reach of the thumb; centred on a larger one. */
export const dialogBoxClass = clsx(
  boxClass,
  'max-h-[calc(100dvh-2rem)] bottom-0 sm:inset-0 sm:my-auto sm:h-fit',
);

/** Its top does not move while its content grows and shrinks. */
export const topDialogBoxClass = clsx(boxClass, 'top-0 max-h-dvh sm:top-[8dvh] sm:max-h-[84dvh]');
