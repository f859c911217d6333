import { Copyright } from './Copyright.tsx';

/** Where a person has one thing to do: signing in, and the dashboard. */
export const MinimalFooter = () => (
  <footer className="border-t border-line px-gutter py-4 text-center text-xs text-quiet">
    <Copyright />
  </footer>
);
