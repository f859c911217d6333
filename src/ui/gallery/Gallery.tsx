// Every component in every state. Mounted at /dev/ui in development only.
import type { ReactNode } from 'react';
import { Screen } from '../Screen.tsx';
import { ToastProvider } from '../ToastProvider.tsx';
import { ThemeToggle } from '../theme/ThemeToggle.tsx';
import { GalleryButtons } from './GalleryButtons.tsx';
import { GalleryCharts } from './GalleryCharts.tsx';
import { GalleryData } from './GalleryData.tsx';
import { GalleryDiagrams } from './GalleryDiagrams.tsx';
import { GalleryDialogs } from './GalleryDialogs.tsx';
import { GalleryFeedback } from './GalleryFeedback.tsx';
import { GalleryFields } from './GalleryFields.tsx';
import { GalleryFoundations } from './GalleryFoundations.tsx';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-6 border-t border-line pt-6">
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
);

export function Gallery() {
  return (
    <ToastProvider>
      <main className="mx-auto max-w-page px-gutter py-10">
        <Screen
          title="Components"
          description="Every component in every state. After changing one, check it here in both themes."
          action={<ThemeToggle />}
        >
          <Section title="Foundations">
            <GalleryFoundations />
          </Section>
          <Section title="Diagram">
            <GalleryDiagrams />
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
          <Section title="Charts">
            <GalleryCharts />
          </Section>
        </Screen>
      </main>
    </ToastProvider>
  );
}
