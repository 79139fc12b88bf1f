import {
  lazy,
  useState,
  type ComponentType,
  type FunctionComponent,
} from "react";

/** A component that loads on demand, and the function that loads it ahead. */
export type Preloadable<Props extends object> = readonly [
  Component: FunctionComponent<Props>,
  preload: () => Promise<void>,
];

/**
 * Returns a component that is loaded on demand, and a function that loads it
 * ahead. Once loaded it renders without suspending: React delays each reveal
 * of suspended content by 300 ms.
 *
 * @example
 * const [ListingPage, preloadListing] = preloadable(
 *   () => import("../workspace/page/ListingPage"),
 * );
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    const component = await load();
    loaded = component.default;
    return component;
  };
  const Lazy = lazy(preload) as unknown as ComponentType<Props>;
  function Preloadable(props: Props) {
    // The choice stays for the life of the element, or it would be remounted.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return [Preloadable, () => preload().then(() => undefined)];
}
