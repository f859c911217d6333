import { Copyright } from './Copyright.tsx';

/** For the sign-in page and the dashboard. */
export const MinimalFooter = () => (
  <footer className="border-t border-line px-gutter py-4 text-center text-xs text-quiet">
    <Copyright />
  </footer>
);
