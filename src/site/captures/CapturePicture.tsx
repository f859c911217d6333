import clsx from 'clsx';
import { type CaptureName, captureFile, captureSize, captureThemes } from './captures.ts';

type CapturePictureProps = {
  name: CaptureName;
  /** Empty where the text beside it says the same. */
  alt: string;
  className?: string;
};

/** A capture in the theme of the page. The other one is not loaded. */
export const CapturePicture = ({ name, alt, className }: CapturePictureProps) =>
  captureThemes.map((theme) => (
    <img
      key={theme}
      src={captureFile(name, theme)}
      alt={alt}
      {...captureSize}
      loading="lazy"
      decoding="async"
      className={clsx(
        'h-auto w-full border-line',
        theme === 'dark' ? 'hidden dark:block' : 'dark:hidden',
        className,
      )}
    />
  ));
