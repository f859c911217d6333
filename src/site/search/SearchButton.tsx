import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, type MouseEvent, useEffect, useState } from 'react';
import { ButtonLink } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { closeMenuDrawer } from '#ui/MenuDrawer.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { namesIndex } from './load-search.ts';

const loadDialog = () => import('./SearchDialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }));

/** Opens the search dialog; before scripts run it links to the search page. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();

  /** What the first result needs is fetched before the button is pressed. */
  function prefetch() {
    loadDialog().catch(() => {});
    void queryClient.prefetchQuery(namesIndex);
  }

  useEffect(() => {
    function open(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      closeMenuDrawer();
      setIsOpen(true);
    }
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);

  function openHere(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(true);
  }

  return (
    <>
      <ButtonLink
        href="/search"
        variant="quiet"
        isIconOnly
        icon={<Search size={18} aria-hidden />}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={openHere}
      >
        <VisuallyHidden>Search</VisuallyHidden>
      </ButtonLink>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
