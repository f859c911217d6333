import { Component, type ReactNode, Suspense } from 'react';
import { isLoadFailure, reloadPage } from './load-failure.ts';
import { toast } from './toast.ts';

type LateProps = {
  /** Stands there while the code is on its way. */
  fallback?: ReactNode;
  /** What opened it puts itself back, so that a second press says again what is wrong. */
  onFailure?: () => void;
  children: ReactNode;
};

type BoundaryProps = Pick<LateProps, 'onFailure' | 'children'>;

class LoadBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isLoadFailure(error)) return;
    toast.error('A part of this page did not load.', {
      action: { label: 'Reload', altText: 'Reload the page', onSelect: reloadPage },
    });
    this.props.onFailure?.();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isLoadFailure(error)) return null;
    throw error;
  }
}

/** Code that is fetched when it is needed. Where it does not arrive, the page around it stays. */
export const Late = ({ fallback = null, onFailure, children }: LateProps) => (
  <LoadBoundary onFailure={onFailure}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </LoadBoundary>
);
