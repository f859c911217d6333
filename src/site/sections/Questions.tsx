import { Plus } from 'lucide-react';
import { Section } from './Section.tsx';

type QuestionsProps = { questions: readonly { question: string; answer: string }[] };

/** Frequently asked questions as native `details`. */
export const Questions = ({ questions }: QuestionsProps) => (
  <Section title="Common questions">
    <div className="border-b border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-t border-line">
          <summary className="flex min-h-14 list-none items-center gap-4 py-3 font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
            <span className="flex-1">{question}</span>
            <Plus
              size={20}
              aria-hidden
              className="text-quiet transition-transform group-open:rotate-45"
            />
          </summary>
          <p className="max-w-measure pb-6 text-quiet">{answer}</p>
        </details>
      ))}
    </div>
  </Section>
);
