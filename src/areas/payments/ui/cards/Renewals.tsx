import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { ChargeFirst } from '../../wire/settings.constants.ts';
import { useCards, useSetSettings, useSettings } from './queries.ts';

/** What pays for the next period of a plan; nothing without a card. */
export function Renewals() {
  const cards = useCards().data;
  if (!cards?.results.length) return null;
  return (
    <Panel title="Renewals" description="What pays for the next period of your plan.">
      <Choice />
    </Panel>
  );
}

function Choice() {
  const settings = useSettings();
  const set = useSetSettings();
  // At once: a choice must not jump back until the response arrives.
  const [chosen, setChosen] = useState<ChargeFirst>();
  if (settings.isPending) return <Skeleton className="h-28 w-full" />;
  if (!settings.data)
    return (
      <LoadError
        message={errorMessage(settings.error)}
        onRetry={() => settings.refetch()}
        isRetrying={settings.isFetching}
      />
    );
  const choose = (charge_first: ChargeFirst) => {
    const results = resultToasts('renewals');
    setChosen(charge_first);
    set.mutate(
      { charge_first },
      {
        onSuccess: () => results.success('Saved'),
        onError: (error) => {
          setChosen(undefined);
          results.fail(error);
        },
      },
    );
  };
  return (
    <RadioGroup<ChargeFirst>
      legend="Charge first"
      name="charge_first"
      value={chosen ?? settings.data.charge_first}
      onChange={choose}
      options={[
        {
          value: 'balance',
          label: 'Your balance',
          help: 'The default card pays what is missing',
        },
        {
          value: 'card',
          label: 'The default card',
          help: 'Your balance pays if the card is declined',
        },
      ]}
    />
  );
}
