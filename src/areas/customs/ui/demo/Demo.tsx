import clsx from 'clsx';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatList } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import { countryOptions } from '../countries.ts';
import type { Values } from '../form/draft/conditions.ts';
import type { QuestionFact } from '../form/draft/rule-facts.ts';
import type { ValueChanges } from '../form/draft/use-draft.ts';
import { FactField } from '../form/fields/FactField.tsx';
import { LineRow } from '../result/LineRow.tsx';
import { Notices } from '../result/Notices.tsx';
import { TotalView } from '../result/TotalView.tsx';
import { type DemoForm, type DemoPreset, useDemoForm } from './use-demo-form.ts';

/** The facts that change the total most. The rest of the example car is collapsed below. */
const first = ['price', 'powertrain', 'production_date', 'engine_capacity_cc', 'battery_kwh'];
/** The example needs no name. */
const never = ['make', 'model'];

const apply = (values: Values, changes: ValueChanges): Values =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

function Facts({ form, facts }: { form: DemoForm; facts: readonly QuestionFact[] }) {
  const { draft, change, errors, missing } = form;
  return facts.map((fact) => (
    <FactField
      key={fact.name}
      id={`demo-${fact.name}`}
      fact={fact}
      values={draft.values}
      onChange={(changes) => change({ values: apply(draft.values, changes) })}
      error={errors.fields[fact.name]}
      isMissing={missing.includes(fact.name)}
    />
  ));
}

function DemoFields({ form }: { form: DemoForm }) {
  const { draft, sets, questions, change } = form;
  const isFirst = ({ name }: QuestionFact) => first.includes(name);
  const rest = questions.facts.filter((fact) => !isFirst(fact) && !never.includes(fact.name));
  return (
    <>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
        <SelectField
          label="Destination"
          options={countryOptions(sets.flatMap(({ countries }) => countries))}
          value={draft.country}
          onChange={({ target }) => change({ country: target.value, regime: '' })}
        />
        <Facts form={form} facts={questions.facts.filter(isFirst)} />
      </div>
      {rest.length > 0 && (
        <details>
          <summary className="link w-fit text-sm">The rest of the car, filled in</summary>
          <div className="mt-4 grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
            <Facts form={form} facts={rest} />
          </div>
        </details>
      )}
    </>
  );
}

const UsedUp = () => (
  <Banner
    tone="info"
    title="That was the tenth try of this hour"
    action={
      <ButtonLink href="/dashboard/customs" variant="primary" size="small">
        Sign in to go on
      </ButtonLink>
    }
  >
    An account is free and needs no password.
  </Banner>
);

function Result({ result, isOld }: { result: CalculationWire; isOld: boolean }) {
  return (
    <div className={clsx('grid gap-5 transition-opacity', isOld && 'opacity-60')}>
      {isOld && <p className="text-sm text-warning-text">You changed a fact: calculate again.</p>}
      <div className="border border-line p-5 surface-raised">
        <TotalView result={result} />
      </div>
      <Notices result={result} />
      <ol className="divide-y divide-line border border-line surface-raised">
        {result.breakdown.map((line) => (
          <LineRow key={line.code} line={line} total={result.total_payments} />
        ))}
      </ol>
      <p className="text-sm text-quiet">
        {result.rule_set.title}, version {result.rule_set.version}. An estimate from published
        rules: only the customs authority decides. Nothing of this was stored.{' '}
        <a href="/dashboard/customs" className="link">
          Keep, compare and share calculations
        </a>{' '}
        with an account.
      </p>
    </div>
  );
}

/** A duty calculation to try without an account, filled in with an example. */
export default function Demo({ preset }: { preset?: DemoPreset | undefined }) {
  const form = useDemoForm(preset);
  const { rules, questions, result, isLinked } = form;
  const place = useRef<HTMLDivElement>(null);
  const isReady = rules.isSuccess;
  // A link to a full result leads to the calculator, wherever it is on the page.
  useEffect(() => {
    if (isLinked && isReady) place.current?.scrollIntoView();
  }, [isLinked, isReady]);
  if (rules.isPending) return <Skeleton className="h-80 w-full" />;
  if (rules.isError)
    return <LoadError message={errorMessage(rules.error)} onRetry={() => rules.refetch()} />;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!form.isBusy) form.run();
  }

  return (
    <div ref={place} className="grid scroll-mt-20 gap-6">
      <form onSubmit={submit} className="grid gap-5">
        <DemoFields form={form} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Calculating...">
            Calculate
          </Button>
          {questions.needs.length > 0 && (
            <p role="alert" className="text-sm text-quiet">
              Still needed: {formatList(questions.needs.map(({ label }) => label))}.
            </p>
          )}
        </div>
      </form>
      <div className="grid gap-5">
        {form.isUsedUp && <UsedUp />}
        {form.failure && (
          <Banner tone="error" title="This can't be calculated yet">
            {form.failure}
          </Banner>
        )}
        {result && <Result result={result} isOld={form.isOld} />}
      </div>
    </div>
  );
}
