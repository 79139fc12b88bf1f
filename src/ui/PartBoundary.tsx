import {
  Component,
  useEffect,
  useLayoutEffect,
  useRef,
  useTransition,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from "react";
import { loadRecovery } from "../providers/loadModule";
import type { Emitter } from "../providers/store";
import { ErrorNotice } from "./ErrorNotice";

/** The props of the component that replaces a failed part. */
export type FailureProps = {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
  /** The button that tries again gets the focus back if it fails once more. */
  retryButton: RefObject<HTMLButtonElement | null>;
  /** Closes a part that opens above the page. */
  onClose: (() => void) | undefined;
  /** The content around which the part draws something, if there is any. */
  children?: ReactNode;
};

type PartBoundaryProps = {
  children: ReactNode;
  /** Null shows nothing. */
  Failure: ComponentType<FailureProps> | null;
  onClose?: (() => void) | undefined;
  /** Stays on screen with the failure. */
  content?: ReactNode;
  /** Announces that another attempt may succeed. */
  retries?: Emitter<void>;
  onFailure?: () => void;
};

/**
 * Keeps the failure of one part away from the rest of the page: reports it and draws
 * `Failure` in its place. A part that has failed while the browser was offline is tried
 * again as soon as it is online.
 */
export class PartBoundary extends Component<PartBoundaryProps> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  /** Whether the button that tries again had the focus when React removed it. */
  readonly hadFocus = { current: false };

  override componentDidUpdate(): void {
    if (!this.state.failure) this.hadFocus.current = false;
  }

  override componentDidCatch(error: unknown) {
    loadRecovery().then(
      ({ reportError }) => {
        reportError(error);
      },
      // The report is lost if its script cannot be loaded either.
      () => undefined,
    );
    this.props.onFailure?.();
  }

  readonly retry = () => {
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <Failed
        {...this.props}
        error={failure.error}
        onRetry={this.retry}
        hadFocus={this.hadFocus}
      />
    );
  }
}

function Failed({
  Failure,
  error,
  onRetry,
  onClose,
  content,
  retries,
  hadFocus,
}: Omit<PartBoundaryProps, "children"> & {
  error: unknown;
  onRetry: () => void;
  hadFocus: { current: boolean };
}) {
  const retryButton = useRef<HTMLButtonElement>(null);
  // React mounts the notice again when another attempt fails.
  useLayoutEffect(() => {
    const button = retryButton.current;
    return () => {
      hadFocus.current = button !== null && button === document.activeElement;
    };
  }, [hadFocus]);
  useEffect(() => {
    if (hadFocus.current) retryButton.current?.focus();
  }, [hadFocus]);
  // In a transition the failure stays until the part is there or fails again.
  const [isRetrying, startTransition] = useTransition();
  useEffect(() => {
    const retry = () => {
      startTransition(onRetry);
    };
    addEventListener("online", retry);
    const unsubscribe = retries?.subscribe(retry);
    return () => {
      removeEventListener("online", retry);
      unsubscribe?.();
    };
  }, [onRetry, retries]);
  return (
    Failure && (
      <Failure
        error={error}
        isRetrying={isRetrying}
        retryButton={retryButton}
        onClose={onClose}
        onRetry={() => {
          startTransition(onRetry);
        }}
      >
        {content}
      </Failure>
    )
  );
}

/** A notice in place of a part, with a button that tries again. */
export const PartFailure = ({
  error,
  onRetry,
  isRetrying,
  retryButton,
}: FailureProps) => (
  <ErrorNotice
    error={error}
    onRetry={onRetry}
    isRetrying={isRetrying}
    retryButton={retryButton}
  />
);
