import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { errorMessage } from '#lib/call-error.ts';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useDraftVersion, useVersion } from './queries.ts';
import { RulesEditor } from './RulesEditor.tsx';
import { createNextVersion, writeRules } from './rules-text.ts';

const blank = { schema: 'customs-rules/1', id: '', version: 1 };

/** Drafts the next version of a set, or a new set. */
export default function NewRuleSet() {
  const navigate = useNavigate();
  const from = useSearchParams()[0].get('from') ?? '';
  const source = useVersion(from);
  const draft = useDraftVersion();
  const [typed, setTyped] = useState<string>();
  const guard = useLeaveGuard(typed !== undefined);
  const isLoading = from !== '' && source.isPending;
  const rules = source.data ? createNextVersion(source.data.rules) : blank;
  const text = writeRules(rules);
  const title = source.data ? `The next version of ${source.data.set_id}` : 'Draft new rules';
  return (
    <Screen
      title={title}
      description="It is not used until another person has reviewed it and it is published."
      back={{ to: '/admin/rule-sets', label: 'Customs rules' }}
    >
      <LeaveDialog guard={guard}>The rules that you typed are not saved.</LeaveDialog>
      <Panel>
        {isLoading && <Skeleton className="h-96 w-full" />}
        {source.isError && (
          <LoadError message={errorMessage(source.error)} onRetry={() => source.refetch()} />
        )}
        {!isLoading && !source.isError && (
          <RulesEditor
            text={typed ?? text}
            saveLabel="Save draft"
            onType={(next) => setTyped(next === text ? undefined : next)}
            onSave={async (body) => {
              const created = await draft.mutateAsync(body);
              // Prevents the warning about unsaved changes.
              flushSync(() => setTyped(undefined));
              toast.success('Draft saved');
              await navigate(`/admin/rule-sets/${created.id}`);
            }}
          />
        )}
      </Panel>
    </Screen>
  );
}
