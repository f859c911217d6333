import { type SubmitEvent, useState } from 'react';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { useReplyToLead } from './queries.ts';
import { fillTemplate, replyTemplates } from './reply-templates.ts';

const empty = { subject: '', body: '' };

export function LeadReply({ lead }: { lead: LeadWire }) {
  const reply = useReplyToLead(lead.id);
  const [draft, setDraft] = useState(empty);
  const errors = reply.error instanceof CallError ? fieldMessages(reply.error.body).fields : {};

  function choose(name: string) {
    const template = replyTemplates.find((one) => one.name === name);
    if (template) setDraft(fillTemplate(template, lead));
  }
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    reply.mutate(draft, {
      onSuccess: () => toast.success(`Your reply to ${lead.name} is on its way`),
    });
  }

  return (
    <Panel
      title="Reply by e-mail"
      description={`To ${lead.email}. Replies reach your own address.`}
    >
      <form onSubmit={send} noValidate className="grid gap-5">
        {reply.isError && Object.keys(errors).length === 0 && (
          <Banner tone="error">{errorMessage(reply.error)}</Banner>
        )}
        <SelectField
          label="Template"
          placeholder="No template"
          options={replyTemplates.map(({ name }) => ({ value: name, label: name }))}
          defaultValue=""
          onChange={({ target }) => choose(target.value)}
          className="sm:w-64"
        />
        <TextField
          label="Subject"
          value={draft.subject}
          onChange={({ target }) => setDraft({ ...draft, subject: target.value })}
          maxLength={200}
          required
          error={errors.subject?.[0]}
        />
        <TextArea
          label="Message"
          value={draft.body}
          onChange={({ target }) => setDraft({ ...draft, body: target.value })}
          rows={8}
          maxLength={10_000}
          required
          error={errors.body?.[0]}
        />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          isBusy={reply.isPending}
          busyLabel="Sending..."
        >
          Send reply
        </Button>
      </form>
    </Panel>
  );
}
