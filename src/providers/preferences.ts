import type { Store } from "ra-core";
import type {
  PreferencesBody,
  PreferencesReply,
} from "../../generated/schemas";
import { CallError, request } from "./http";

/** What is remembered of each list, under `<resource>.<part>` in the store. */
const parts = ["view", "pageSize", "grid"] as const;

/** A change is saved when there was no other for so many milliseconds. */
const writeDelay = 1000;

/** Under which the store keeps what the server was last known to have. */
const savedKey = "preferences";

const nothing = "{}";

type Value = Record<string, unknown>;
/** By resource, as JSON; of one user, since people share browsers. */
type Saved = { userId: string; values: Record<string, string> };

export type PreferencesOptions = {
  store: Store;
  /** The names of the lists. */
  resources: readonly string[];
  userId: string;
  signal: AbortSignal;
};

const keyOf = (resource: string) => `${resource}.list`;

/**
 * Keeps views, page sizes and grids of lists the same in every browser of a
 * user. The store is what the screens read; it takes what the server has,
 * except where it was changed here since they last agreed, which is saved
 * instead, as is each later change a second after it. A server without this
 * call is left alone; what could not be saved is saved on the next visit.
 */
export async function followPreferences({
  store,
  resources,
  userId,
  signal,
}: PreferencesOptions): Promise<void> {
  const served = await readServed(signal);
  if (!served || signal.aborted) return;
  // Read anew each time: the other tabs of this browser write it too.
  const savedValues = () => {
    const saved = store.getItem<Saved>(savedKey);
    return saved?.userId === userId ? saved.values : {};
  };
  const note = (resource: string, json: string) => {
    const values = { ...savedValues(), [resource]: json };
    store.setItem(savedKey, { userId, values });
  };
  const here = (resource: string) => JSON.stringify(gather(store, resource));

  const last = store.getItem<Saved>(savedKey);
  const isOthers = last !== undefined && last.userId !== userId;
  for (const resource of resources) {
    const value = served.get(keyOf(resource));
    const known = savedValues()[resource];
    if (known !== undefined && known !== here(resource)) continue;
    if (value) apply(store, resource, value);
    if (value || isOthers) note(resource, here(resource));
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    for (const resource of resources) {
      const json = here(resource);
      const before = savedValues()[resource] ?? nothing;
      if (json === before) continue;
      note(resource, json);
      save({ key: keyOf(resource), value: gather(store, resource) }).catch(
        () => {
          if (savedValues()[resource] === json) note(resource, before);
        },
      );
    }
  };
  const onChange = () => {
    // What another tab chose arrives here too, and that tab saves it.
    if (document.hidden) return;
    clearTimeout(timer);
    timer = setTimeout(write, writeDelay);
  };
  const onHide = () => {
    if (document.hidden) write();
  };
  const stops = resources.flatMap((resource) =>
    parts.map((part) => store.subscribe(`${resource}.${part}`, onChange)),
  );
  document.addEventListener("visibilitychange", onHide);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    document.removeEventListener("visibilitychange", onHide);
  });
  write();
}

/** What the server remembers, by key; null where it could not be read. */
async function readServed(
  signal: AbortSignal,
): Promise<Map<string, Value> | null> {
  try {
    const { preferences } = await request<PreferencesReply>(
      "/user/preferences",
      { signal },
    );
    return new Map(preferences.map(({ key, value }) => [key, value]));
  } catch (error) {
    if (error instanceof CallError || signal.aborted) return null;
    throw error;
  }
}

const save = (body: PreferencesBody) =>
  request("/user/preferences", { method: "PUT", body });

function gather(store: Store, resource: string): Value {
  const found = parts.map((part) => [
    part,
    store.getItem<unknown>(`${resource}.${part}`),
  ]);
  return Object.fromEntries(
    found.filter(([, value]) => value !== undefined),
  ) as Value;
}

function apply(store: Store, resource: string, value: Value): void {
  for (const part of parts) {
    const key = `${resource}.${part}`;
    const wanted = value[part];
    const isNew = JSON.stringify(wanted) !== JSON.stringify(store.getItem(key));
    if (wanted !== undefined && isNew) store.setItem(key, wanted);
  }
}
