import type { Store } from "ra-core";
import type {
  PreferencesBody,
  PreferencesReply,
} from "../../generated/schemas";
import { CallError, request } from "./http";
import { untilDone } from "./untilDone";

/** A list's preferences, stored in the browser as `<resource>.<part>`. */
const parts = ["view", "pageSize", "grid"] as const;

/** Changes are saved after this time without another change. */
const saveDelayMs = 1_000;

/** The browser's key for the preferences that were last in sync. */
const syncedKey = "preferences";

/** JSON by resource. */
type Synced = Partial<Record<string, string>>;

/**
 * Keeps view, page size and grid layout of each list the same in all browsers
 * of a user, until `signal` aborts. A local change made since the last sync
 * wins over the server and is saved; later changes are saved a second after
 * the last one, or when the tab is hidden or closed. A change counts as synced
 * only when the server has confirmed it; else the next visit saves it again.
 * Does nothing on servers without the call.
 */
export async function syncPreferences(options: {
  /** A store of the signed-in user alone. */
  store: Store;
  /** The names of the lists. */
  resources: readonly string[];
  signal: AbortSignal;
}): Promise<void> {
  const { store, resources, signal } = options;
  const served = await loadPreferences(signal);
  if (!served || signal.aborted) return;
  // Read from storage each time: other tabs of this browser write it too.
  const synced = (): Synced => store.getItem<Synced>(syncedKey) ?? {};
  const markSynced = (resource: string, json: string) => {
    store.setItem<Synced>(syncedKey, { ...synced(), [resource]: json });
  };
  const local = (resource: string) =>
    JSON.stringify(
      Object.fromEntries(
        parts.map((part) => [
          part,
          store.getItem<unknown>(`${resource}.${part}`),
        ]),
      ),
    );

  for (const resource of resources) {
    const value = served.get(`${resource}.list`);
    const known = synced()[resource];
    const isChangedHere = known !== undefined && known !== local(resource);
    if (isChangedHere) continue;
    for (const part of parts) {
      const key = `${resource}.${part}`;
      const isNew =
        JSON.stringify(value?.[part]) !== JSON.stringify(store.getItem(key));
      if (value?.[part] !== undefined && isNew) store.setItem(key, value[part]);
    }
    if (value) markSynced(resource, local(resource));
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Two saves of a list could reach the server in the other order. */
  const sending = new Set<string>();
  const save = async (resource: string): Promise<void> => {
    const json = local(resource);
    const isSaved = json === (synced()[resource] ?? "{}");
    if (isSaved || sending.has(resource)) return;
    sending.add(resource);
    try {
      const body: PreferencesBody = {
        key: `${resource}.list`,
        value: JSON.parse(json) as PreferencesBody["value"],
      };
      await request("/user/preferences", {
        method: "PUT",
        body,
        keepalive: true,
      });
      markSynced(resource, json);
    } catch {
      // Still not synced, so it is saved with the next change or visit.
      return;
    } finally {
      sending.delete(resource);
    }
    // Saves changes that were made during the call.
    if (!signal.aborted) await save(resource);
  };
  const saveAll = () => {
    clearTimeout(timer);
    for (const resource of resources) void save(resource);
  };
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(saveAll, saveDelayMs);
  };
  const onVisibility = () => {
    if (document.hidden) saveAll();
  };
  const unsubscribes = resources.flatMap((resource) =>
    parts.map((part) => store.subscribe(`${resource}.${part}`, onChange)),
  );
  document.addEventListener("visibilitychange", onVisibility);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const unsubscribe of unsubscribes) unsubscribe();
    document.removeEventListener("visibilitychange", onVisibility);
  });
  saveAll();
}

/** Returns the server's preferences by key; null if they cannot be loaded. */
async function loadPreferences(signal: AbortSignal) {
  try {
    const { preferences } = await untilDone(
      () => request<PreferencesReply>("/user/preferences", { signal }),
      { signal },
    );
    return new Map(preferences.map(({ key, value }) => [key, value]));
  } catch (error) {
    if (error instanceof CallError || signal.aborted) return null;
    throw error;
  }
}
