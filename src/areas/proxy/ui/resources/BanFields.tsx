import { useFormState } from 'react-hook-form';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { ResourceForm } from './resource-form.ts';

/** Which responses are bans, and how many block a proxy. */
export function BanFields({ form }: { form: ResourceForm }) {
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <TextField
        label="Ban statuses"
        help="Responses with these codes are bans. Separate them by commas."
        autoComplete="off"
        error={errors.ban_status_codes?.message}
        {...form.register('ban_status_codes')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          label="Ban headers"
          help="One per line: cf-mitigated, or with a part of its value, cf-mitigated: challenge."
          isCode
          rows={2}
          spellCheck={false}
          error={errors.ban_headers?.message}
          {...form.register('ban_headers')}
        />
        <TextArea
          label="Ban texts"
          help="One per line. Searched in the first 64 KB of plain HTTP responses; not in HTTPS, which only your program can read."
          rows={2}
          spellCheck={false}
          error={errors.ban_texts?.message}
          {...form.register('ban_texts')}
        />
        <TextField
          label="Bans before a block"
          help="Of different URLs: one forbidden page is no ban of the proxy."
          inputMode="numeric"
          error={errors.ban_threshold?.message}
          {...form.register('ban_threshold')}
        />
        <TextField
          label="Within, seconds"
          help="Older bans no longer count."
          inputMode="numeric"
          error={errors.ban_window_seconds?.message}
          {...form.register('ban_window_seconds')}
        />
      </div>
    </>
  );
}
