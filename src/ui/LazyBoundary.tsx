import { Component, type ReactNode, Suspense } from 'react';
import { isChunkLoadError, reloadPage } from './chunk-load-error.ts';
import { toast } from './toast.ts';

type LazyBoundaryProps = {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Called when the code can't be loaded, to reset what opened it. */
  onFailure?: () => void;
  children: ReactNode;
};

type BoundaryProps = Pick<LazyBoundaryProps, 'onFailure' | 'children'>;

class LoadBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isChunkLoadError(error)) return;
    toast.error('A part of this page did not load.', {
      action: { label: 'Reload', altText: 'Reload the page', onSelect: reloadPage },
    });
    this.props.onFailure?.();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isChunkLoadError(error)) return null;
    throw error;
  }
}

/**
 * Around lazy components. If the code can't be loaded, a toast says so and the page stays usable.
 */
export const LazyBoundary = ({ fallback = null, onFailure, children }: LazyBoundaryProps) => (
  <LoadBoundary onFailure={onFailure}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </LoadBoundary>
);
