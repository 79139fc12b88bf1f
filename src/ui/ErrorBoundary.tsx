import { Component, type ReactNode } from "react";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Rendered in place of the children after an error. */
  fallback: (error: unknown) => ReactNode;
};

/** Catches rendering errors, so that they do not unmount the whole page. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { error?: unknown; hasFailed: boolean }
> {
  override state: { error?: unknown; hasFailed: boolean } = {
    hasFailed: false,
  };

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(this.state.error)
      : this.props.children;
  }
}
