import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { Unsaved } from '../Unsaved.tsx';
import { useDraftVersion, useVersion } from './queries.ts';
import { RulesEditor } from './RulesEditor.tsx';
import { nextVersionOf, writeRules } from './rules-text.ts';

const blank = { schema: 'customs-rules/1', id: '', version: 1 };

/** A draft: the next version of a set, or the first one of a new set. */
export default function NewRuleSet() {
  const navigate = useNavigate();
  const from = useSearchParams()[0].get('from') ?? '';
  const pattern = useVersion(from);
  const draft = useDraftVersion();
  const [typed, setTyped] = useState<string>();
  const isLoading = from !== '' && pattern.isPending;
  const rules = pattern.data ? nextVersionOf(pattern.data.rules) : blank;
  const text = writeRules(rules);
  const title = pattern.data ? `The next version of ${pattern.data.set_id}` : 'Draft new rules';
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <PageHeader
        title={title}
        description="Nothing is calculated with it until somebody else has reviewed it and it is published."
        back={
          <Link to="/admin/rule-sets" className="link">
            Customs rules
          </Link>
        }
      />
      {typed !== undefined && <Unsaved>The rules that you typed are not saved.</Unsaved>}
      <Panel className="mt-6">
        {isLoading && <Skeleton className="h-96 w-full" />}
        {pattern.isError && (
          <LoadError message={messageOf(pattern.error)} onRetry={() => pattern.refetch()} />
        )}
        {!isLoading && !pattern.isError && (
          <RulesEditor
            text={text}
            saveLabel="Save draft"
            onType={(next) => setTyped(next === text ? undefined : next)}
            onSave={async (body) => {
              const made = await draft.mutateAsync(body);
              // Nothing is left to be asked about when the address changes.
              flushSync(() => setTyped(undefined));
              toast.success('The draft is kept.');
              await navigate(`/admin/rule-sets/${made.id}`);
            }}
          />
        )}
      </Panel>
    </>
  );
}
