import { Component, type ReactNode } from "react";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** What stands in the place of the part that failed. */
  fallback: (error: unknown) => ReactNode;
};

/** Keeps a failure of one part from taking the page with it. */
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
