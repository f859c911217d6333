import { Component, type ReactNode, Suspense } from 'react';
import { isLoadFailure, reloadPage } from './load-failure.ts';
import { toast } from './toast.ts';

export type LateProps = {
  /** Stands there while the code is on its way. */
  fallback?: ReactNode;
  children: ReactNode;
};

class LoadBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isLoadFailure(error)) return;
    toast.error('A part of this page did not load.', {
      action: { label: 'Reload', altText: 'Reload the page', onSelect: reloadPage },
    });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isLoadFailure(error)) return null;
    throw error;
  }
}

/** Code that is fetched when it is needed. Where it does not arrive, the page around it stays. */
export const Late = ({ fallback = null, children }: LateProps) => (
  <LoadBoundary>
    <Suspense fallback={fallback}>{children}</Suspense>
  </LoadBoundary>
);
