import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { type ArtifactName, artifacts } from './artifacts.ts';

/** Closed until it is opened here, or by a link to its name. */
export function Artifact({ name, children }: { name: ArtifactName; children: ReactNode }) {
  const { hash } = useLocation();
  const isLinked = useIsHydrated() && hash === `#${name}`;
  const { title, line } = artifacts[name];
  return (
    <details id={name} open={isLinked} className="group scroll-mt-20 border-t border-line">
      <summary className="grid min-h-16 list-none grid-cols-[1fr_auto] items-center gap-x-6 py-4 [&::-webkit-details-marker]:hidden">
        <span className="grid gap-x-8 gap-y-1 sm:grid-cols-[17rem_1fr] sm:items-baseline">
          <span className="font-display text-xl font-semibold">{title}</span>
          <span className="text-quiet">{line}</span>
        </span>
        <Plus
          size={20}
          aria-hidden
          className="text-quiet transition-transform group-open:rotate-45"
        />
      </summary>
      <div className="prose pt-2 pb-10">{children}</div>
    </details>
  );
}
