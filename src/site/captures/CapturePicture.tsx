import clsx from 'clsx';
import {
  type CaptureName,
  captureFile,
  captureSize,
  captureThemes,
  captureWidths,
} from './captures.ts';

type CapturePictureProps = {
  name: CaptureName;
  /** Empty where the text beside it says the same. */
  alt: string;
  className?: string;
  /** Its width in the page, as in the attribute `sizes`. */
  sizes: string;
  /** Seen first on its page: it is loaded before scripts and other pictures. */
  isFirst?: boolean;
};

/**
 * A capture in the theme of the page. The other one is not loaded, unless it is the first: that of
 * the default theme does not wait for the layout, which would tell whether it is seen.
 */
export const CapturePicture = ({
  name,
  alt,
  className,
  sizes,
  isFirst = false,
}: CapturePictureProps) =>
  captureThemes.map((theme) => (
    <img
      key={theme}
      srcSet={captureWidths.map((width) => `${captureFile(name, theme, width)} ${width}w`).join()}
      sizes={sizes}
      src={captureFile(name, theme, 880)}
      alt={alt}
      {...captureSize}
      loading={isFirst && theme === 'dark' ? 'eager' : 'lazy'}
      {...(isFirst && { fetchPriority: 'high' })}
      decoding="async"
      className={clsx(
        'h-auto w-full border-line',
        theme === 'dark' ? 'hidden dark:block' : 'dark:hidden',
        className,
      )}
    />
  ));
