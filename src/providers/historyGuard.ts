type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

// Listeners of the window run in the order of their registration. This one is
// registered before the router's, which would change the page.
addEventListener("popstate", (event) => guard?.(event));

/**
 * Calls `next` before the router reacts to the browser's back and forward
 * buttons; it may stop the event. Returns a function that ends the guard. The
 * module must be loaded before the router is rendered.
 */
export function guardHistory(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}
