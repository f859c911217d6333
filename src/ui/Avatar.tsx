import { useState } from 'react';

/** At most two letters: of the first and last word, or of the local part of an email address. */
export function readInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._+-]+/)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? '?')][0]?.toUpperCase()).join('');
}

export type AvatarProps = {
  /** The person's name or email address, for the initials. */
  name: string;
  src?: string | null;
  sizePx?: number;
  /** Leave it out where the name is shown next to the picture. */
  alt?: string;
};

export function Avatar({ name, src, sizePx = 40, alt = '' }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const size = { width: sizePx, height: sizePx };
  if (src && src !== brokenSrc) {
    return (
      <img
        {...size}
        src={src}
        alt={alt}
        onError={() => setBrokenSrc(src)}
        style={size}
        className="shrink-0 rounded-control object-cover"
      />
    );
  }
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      style={{ ...size, fontSize: sizePx * 0.38 }}
      className="grid shrink-0 select-none place-items-center rounded-control border border-line bg-sunken font-display leading-none font-semibold text-quiet"
    >
      {readInitials(name)}
    </span>
  );
}
