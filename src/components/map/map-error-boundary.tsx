import { Component, type ReactNode } from 'react';

/** Shows that a map cannot be shown: its code did not come, or the browser has no WebGL. */
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
