import { useState } from 'react';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast, toastError } from '#ui/toast.ts';
import { useSetSettings, useSettings } from './queries.ts';

/** Which mails about money are sent; nothing until it is known. */
export function MailChoice() {
  const settings = useSettings().data;
  const set = useSetSettings();
  // At once: a tick must not jump back until the response arrives.
  const [chosen, setChosen] = useState<boolean>();
  if (!settings) return null;
  const choose = (mails_receipts: boolean) => {
    setChosen(mails_receipts);
    set.mutate(
      { mails_receipts },
      {
        onSuccess: () => toast.success('Saved'),
        onError: (error) => {
          setChosen(undefined);
          toastError(error);
        },
      },
    );
  };
  return (
    <Panel title="Mail" description="Which mails about money you get.">
      <Checkbox
        label="Mail me receipts"
        help="Of charges, renewals and payments that succeeded. Mails about what failed, was refunded or taken back, about withdrawals, automatic top-ups and spending caps are always sent."
        checked={chosen ?? settings.mails_receipts}
        onChange={({ target }) => choose(target.checked)}
      />
    </Panel>
  );
}
