import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { ResourceForm } from './resource-form.ts';

/** Which responses are bans, and how many block a proxy. */
export function BanFields({ form }: { form: ResourceForm }) {
  const field = useFormFields(form);
  return (
    <>
      <TextField
        label="Ban statuses"
        help="Responses with these codes are bans. Separate them by commas."
        autoComplete="off"
        {...field('ban_status_codes')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          label="Ban headers"
          help="One per line: cf-mitigated, or with a part of its value, cf-mitigated: challenge."
          isCode
          rows={2}
          spellCheck={false}
          {...field('ban_headers')}
        />
        <TextArea
          label="Ban texts"
          help="One per line. Searched in the first 64 KB of plain HTTP responses; not in HTTPS, which only your program can read."
          rows={2}
          spellCheck={false}
          {...field('ban_texts')}
        />
        <TextField
          label="Bans before a block"
          help="Of different URLs: one forbidden page is no ban of the proxy."
          inputMode="numeric"
          {...field('ban_threshold')}
        />
        <TextField
          label="Within, seconds"
          help="Older bans no longer count."
          inputMode="numeric"
          {...field('ban_window_seconds')}
        />
      </div>
    </>
  );
}
