import { Action } from './Action.tsx';

type NextStepProps = { title: string; text: string; label: string; path: string };

/** The call to action at the end of a page. */
export const NextStep = ({ title, text, label, path }: NextStepProps) => (
  <section className="border-t border-line surface-sunken">
    <div className="mx-auto grid max-w-page items-end gap-8 px-gutter py-section lg:grid-cols-12">
      <div className="lg:col-span-8">
        <h2 className="text-4xl">{title}</h2>
        <p className="mt-4 max-w-measure text-lg text-quiet">{text}</p>
      </div>
      <div className="lg:col-span-4 lg:text-right">
        <Action label={label} path={path} />
      </div>
    </div>
  </section>
);
