import { formatList } from '#lib/format.ts';
import { Section } from './Section.tsx';

type DeliverablesProps = {
  deliverables: readonly string[];
  technologies: readonly string[];
};

/** What the customer receives, and the technologies behind it. */
export const Deliverables = ({ deliverables, technologies }: DeliverablesProps) => (
  <Section
    title="What you receive"
    lead={`Built with ${formatList(technologies)}, or with what you run already.`}
  >
    <ul className="border-b border-line">
      {deliverables.map((name) => (
        <li
          key={name}
          className="flex items-baseline gap-4 border-t border-line py-3 before:size-2 before:shrink-0 before:rotate-45 before:bg-accent"
        >
          {name}
        </li>
      ))}
    </ul>
  </Section>
);
