// Every component in every state, for the eye. Mounted at /dev/ui in development only.
import type { ReactNode } from 'react';
import { GalleryButtons } from './gallery/GalleryButtons.tsx';
import { GalleryData } from './gallery/GalleryData.tsx';
import { GalleryDialogs } from './gallery/GalleryDialogs.tsx';
import { GalleryFeedback } from './gallery/GalleryFeedback.tsx';
import { GalleryFields } from './gallery/GalleryFields.tsx';
import { GalleryFoundations } from './gallery/GalleryFoundations.tsx';
import { GalleryWeaves } from './gallery/GalleryWeaves.tsx';
import { PageHeader } from './PageHeader.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { ToastProvider } from './ToastProvider.tsx';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-6 border-t border-line pt-6">
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
);

export function Gallery() {
  return (
    <ToastProvider>
      <main className="mx-auto grid max-w-page gap-14 px-gutter py-10 *:min-w-0">
        <PageHeader
          title="Parts of the interface"
          description="Every part in every state. Change a part, then look here in both themes."
          action={<ThemeToggle />}
        />
        <Section title="Foundations">
          <GalleryFoundations />
        </Section>
        <Section title="Weave">
          <GalleryWeaves />
        </Section>
        <Section title="Buttons and menus">
          <GalleryButtons />
        </Section>
        <Section title="Fields">
          <GalleryFields />
        </Section>
        <Section title="Dialogs and drawers">
          <GalleryDialogs />
        </Section>
        <Section title="Feedback">
          <GalleryFeedback />
        </Section>
        <Section title="Data">
          <GalleryData />
        </Section>
      </main>
    </ToastProvider>
  );
}
