import { ArrowRight } from 'lucide-react';
import { PageLink } from '../navigation/PageLink.tsx';
import { artifacts, casePath } from './artifacts.ts';

/** The artifacts of the case study, each a link to where it can be opened. */
export const ArtifactList = () => (
  <ol className="border-b border-line">
    {Object.entries(artifacts).map(([name, { title, line }]) => (
      <li key={name} className="border-t border-line">
        <PageLink
          href={`${casePath}#${name}`}
          className="group grid grid-cols-[1fr_auto] items-center gap-x-6 py-4"
        >
          <span className="grid gap-x-8 gap-y-1 sm:grid-cols-[14rem_1fr] sm:items-baseline">
            <span className="font-display text-lg font-semibold group-hover:text-accent">
              {title}
            </span>
            <span className="text-quiet">{line}</span>
          </span>
          <ArrowRight size={18} aria-hidden className="text-quiet" />
        </PageLink>
      </li>
    ))}
  </ol>
);
