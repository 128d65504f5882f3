import { Component, type ReactNode } from 'react';

/** Tells of a map that cannot be shown: its code did not come, or the browser has no WebGL. */
export class MapErrorBoundary extends Component<{ onError: () => void; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
