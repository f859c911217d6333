import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import type { ContactPrompt } from '../pages/content-pages.ts';
import type { Route } from '../routes/route.ts';
import { findRoute } from '../routes/route-table.ts';

/** The page that `?about=` names, and what it asks for. */
export function useInquiryTopic(): { route: Route; prompt: ContactPrompt | undefined } | undefined {
  const [query] = useSearchParams();
  const about = useIsHydrated() ? (query.get('about') ?? '') : '';
  const found = findRoute(about);
  // A pattern such as /blog/tags/:tag has the name of no page.
  const route = found?.path === about ? found : undefined;
  const [prompts, setPrompts] = useState<Readonly<Record<string, ContactPrompt>>>();
  const isNeeded = route !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    // Without them the form is the same, but for a hint.
    import('../pages/contact-prompts.ts').then(
      ({ contactPrompts }) => setPrompts(contactPrompts),
      () => undefined,
    );
  }, [isNeeded]);
  return route && { route, prompt: prompts?.[route.path] };
}
