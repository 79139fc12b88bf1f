import type { Document } from "../../domain/declarations/document";
import { type DeclaredSet } from "../workspace/declared";
import { withDocument } from "../workspace/overlay";
import { fingerprint } from "../platform/fingerprint";
import type { Sources } from "../workspace/sources";
import type { Workshop } from "./workshop";

/** A preview makes several calls with the same draft, so the last are cached. */
const cachedDrafts = 8;

const caches = new WeakMap<Sources, Map<string, Promise<DeclaredSet>>>();

/**
 * Compiles the active declarations with a draft in place of the resource's
 * document. Nothing is activated. Throws ProblemsFound with every error.
 */
export async function compileDraft(
  { context, overlays }: Workshop,
  { resource, document }: { resource: string; document: Document },
): Promise<DeclaredSet> {
  const { sources } = await overlays.acting();
  const cache = caches.get(sources) ?? new Map<string, Promise<DeclaredSet>>();
  caches.set(sources, cache);
  const key = fingerprint([resource, document]);
  const draft =
    cache.get(key) ??
    context.declarations.compile(withDocument(sources, resource, document));
  cache.delete(key);
  cache.set(key, draft);
  for (const oldest of [...cache.keys()].slice(0, -cachedDrafts))
    cache.delete(oldest);
  return draft;
}
