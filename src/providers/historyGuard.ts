type Guard = (event: PopStateEvent) => void;

/** The guards of what is open on the page, the latest last. */
let guards: readonly Guard[] = [];
/** The next step was allowed by the person. */
let isPassing = false;

/** The functions that close the open layers of a phone, the topmost last. */
let layers: readonly (() => void)[] = [];
/** The entries of closed layers are being left. */
let isDropping = false;

/** Returns how many open layers an entry of the browser's history stands for. */
const layersOf = (state: unknown): number =>
  (state as { layers?: number } | null)?.layers ?? 0;

// Listeners of the window run in the order of their registration. This one is
// registered before the router's, which would change the page.
addEventListener("popstate", (event) => {
  if (isPassing) isPassing = false;
  else guards.at(-1)?.(event);
  if (isDropping) isDropping = false;
  else if (layersOf(event.state) < layers.length) layers.at(-1)?.();
  setTimeout(matchEntries);
});

/**
 * Adds missing history entries of open layers, and leaves entries of closed layers. It runs
 * after the event that has opened or closed a layer, because that event may also have
 * changed the page.
 */
function matchEntries(): void {
  if (isDropping) return;
  const state: unknown = history.state;
  const entries = layersOf(state);
  if (entries > layers.length) {
    isDropping = true;
    history.go(layers.length - entries);
  }
  for (let count = entries + 1; count <= layers.length; count += 1)
    history.pushState({ ...Object(state), layers: count }, "");
}

// A reload closes all layers, but their entries stay in the history.
if (layersOf(history.state) > 0) setTimeout(matchEntries);

/**
 * Makes the back button close a layer above the page instead of leaving the page.
 * Returns a function to call when the layer is closed.
 */
export function openLayer(close: () => void): () => void {
  const layer = () => {
    close();
  };
  layers = [...layers, layer];
  setTimeout(matchEntries);
  return () => {
    layers = layers.filter((other) => other !== layer);
    setTimeout(matchEntries);
  };
}

/**
 * Calls `guard` before the router reacts to the browser's back and forward
 * buttons; it may stop the event. Of several guards, the latest asks for all. Returns a
 * function that ends the guard. The module must be loaded before the router is rendered.
 */
export function guardHistory(guard: Guard): () => void {
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((other) => other !== guard);
  };
}

/** Goes so many steps through the history, past all guards. */
export function passGuards(steps: number): void {
  isPassing = true;
  history.go(steps);
}

type AskToLeave = (go: () => void) => void;

/** The questions of forms with unsaved changes before a command leaves the page, the latest last. */
let questions: readonly AskToLeave[] = [];

/**
 * Calls `ask` with the way to go on before a command leaves the page, as `leaveBy` does.
 * Returns a function that ends this.
 */
export function guardLeaving(ask: AskToLeave): () => void {
  questions = [...questions, ask];
  return () => {
    questions = questions.filter((other) => other !== ask);
  };
}

/** Leaves the page by `go`, after the question of the latest form with unsaved changes. */
export function leaveBy(go: () => void): void {
  const ask = questions.at(-1);
  if (ask) ask(go);
  else go();
}
