import { ArrowRight } from 'lucide-react';
import { CapturePicture } from '../captures/CapturePicture.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { runningScreens } from './running-now.ts';

/** The running product in pictures; each can be opened. */
export const RunningNow = () => (
  <ul className="grid gap-x-8 gap-y-12 md:grid-cols-2">
    {runningScreens.map(({ name, title, text, path, action }) => (
      <li key={name}>
        <CapturePicture
          name={name}
          alt={`${title}, as it looks in the product`}
          sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, 92vw"
          className="border"
        />
        <h3 className="mt-4 text-lg">{title}</h3>
        <p className="mt-1 max-w-measure text-quiet">{text}</p>
        <PageLink
          href={path}
          className="link mt-2 inline-flex min-h-8 items-center gap-1.5 font-medium"
        >
          {action} <ArrowRight size={16} aria-hidden />
        </PageLink>
      </li>
    ))}
  </ul>
);
