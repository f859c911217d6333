import { Section } from './Section.tsx';

const listFormat = new Intl.ListFormat('en');

type HandoverProps = {
  deliverables: readonly string[];
  technologies: readonly string[];
};

/** What the customer has in the end, and what it is made of. */
export const Handover = ({ deliverables, technologies }: HandoverProps) => (
  <Section
    title="What you hold afterwards"
    lead={`Made of ${listFormat.format(technologies)}, or of what you run already.`}
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
