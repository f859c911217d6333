import clsx from 'clsx';

export const scrimClass =
  'fixed inset-0 z-40 animate-fade bg-scrim data-[state=closed]:animate-leave';

/** At the bottom of a small screen, within reach of the thumb; centred on a larger one. */
export const dialogBoxClass = clsx(
  'fixed z-50 flex max-h-[calc(100dvh-2rem)] w-full flex-col border border-line surface-raised',
  'inset-x-0 bottom-0 sm:inset-0 sm:m-auto sm:h-fit',
  'animate-enter shadow-float data-[state=closed]:animate-leave',
);
