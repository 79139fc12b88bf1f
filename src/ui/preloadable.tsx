import {
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from "react";
import { createEmitter } from "../providers/store";
import { loadModule } from "../providers/loadModule";
import { PartBoundary, PartFailure, type FailureProps } from "./PartBoundary";

/** A component that loads on demand, and the function that loads it ahead. */
export type Preloadable<Props extends object> = readonly [
  Component: FunctionComponent<Props>,
  preload: () => Promise<void>,
];

/**
 * Returns a component that is loaded on demand, and a function that loads it
 * ahead. Once loaded it renders without suspending: React delays each reveal
 * of suspended content by 300 ms. If it cannot be loaded or drawn, only `Failure`
 * appears in its place, with a button that loads it again; null for a part that
 * the page can do without. `fallback` is drawn while it loads; without it, a boundary
 * of the caller decides. `preload` never rejects.
 *
 * @example
 * const [ListingPage, preloadListing] = preloadable(
 *   () => import("../workspace/page/ListingPage"),
 * );
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failure: ComponentType<FailureProps> | null = PartFailure,
  fallback?: ReactNode,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const hasLoaded = createEmitter();
  const keep = (module: { default: ComponentType<Props> }) => {
    loaded = module.default;
    hasLoaded.emit();
    return module;
  };
  const attempt = () => {
    const made = {
      hasFailed: false,
      Component: lazy(() =>
        // A module that arrives after it was given up is kept, and ends the failure.
        loadModule(() => load().then(keep)).catch((error: unknown) => {
          made.hasFailed = true;
          throw error;
        }),
      ) as unknown as ComponentType<Props>,
    };
    return made;
  };
  let latest = attempt();
  function Chosen(props: Props) {
    // The choice stays for the life of the element, or it would be remounted.
    const [Component] = useState<ComponentType<Props>>(
      () => loaded ?? latest.Component,
    );
    return <Component {...props} />;
  }
  function Preloadable(props: Props) {
    const part = (
      <PartBoundary
        Failure={Failure}
        {...framingOf(props)}
        retries={hasLoaded}
        onFailure={() => {
          // A lazy component keeps its rejection for ever.
          if (latest.hasFailed) latest = attempt();
        }}
      >
        <Chosen {...props} />
      </PartBoundary>
    );
    // Outside of the failure, which stays on screen while the part loads again.
    return fallback === undefined ? (
      part
    ) : (
      <Suspense fallback={fallback}>{part}</Suspense>
    );
  }
  return [
    Preloadable,
    () =>
      load()
        .then(keep)
        .then(
          () => undefined,
          () => undefined,
        ),
  ];
}

/** Returns the props of a part that its failure needs too. */
function framingOf(props: object) {
  const { onClose, children } = props as {
    onClose?: () => void;
    children?: ReactNode;
  };
  return { onClose, content: children };
}
