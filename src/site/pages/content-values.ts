import { accessMinutes, sessionDays } from '#areas/accounts/wire/sessions.constants.ts';
import { replyHours } from '#areas/leads/wire/leads.constants.ts';
import { budgets } from '#lib/budgets.ts';
import { deprecationDaysMin } from '#lib/deprecation.ts';

/** Numbers of the product that pages in content/ mention, by the name in `{name}`. */
const contentValues = new Map(
  Object.entries({
    accessMinutes,
    callsPerMinute: budgets.callsPerMinute,
    deprecationDays: deprecationDaysMin,
    keyCallsPerMinute: budgets.keyCallsPerMinute.toLocaleString('en-US'),
    replyHours,
    sessionDays,
  }),
);

/**
 * Replaces `{name}` in the source of a page, in frontmatter and body alike. Other braces stay: they
 * are expressions or code.
 */
export const insertValues = (source: string): string =>
  source.replaceAll(/\{(\w+)\}/g, (written, name: string) =>
    String(contentValues.get(name) ?? written),
  );
