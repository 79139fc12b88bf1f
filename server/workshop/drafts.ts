import type { Document } from "../../domain/declarations/document";
import { ProblemsFound } from "../platform/problem";
import { type DeclaredSet } from "../workspace/declared";
import { fingerprint, type Sources } from "../workspace/sources";
import { withDocument } from "../workspace/overlay";
import type { Workshop } from "./workshop";

/** One preview makes several calls of the same draft. */
const keptDrafts = 8;

const kept = new WeakMap<Sources, Map<string, DeclaredSet | ProblemsFound>>();

/**
 * The declarations that act, with the draft in place of the resource's
 * document; nothing of it acts, and what is wrong with files by now is not the
 * draft's. Throws ProblemsFound with everything that is wrong.
 */
export async function compileDraft(
  { context, overlays }: Workshop,
  { resource, document }: { resource: string; document: Document },
): Promise<DeclaredSet> {
  const { sources } = await overlays.acting();
  const drafts = kept.get(sources) ?? new Map<string, DeclaredSet>();
  kept.set(sources, drafts);
  const key = fingerprint([resource, document]);
  const draft =
    drafts.get(key) ??
    compiled(() =>
      context.declarations.compile(withDocument(sources, resource, document)),
    );
  drafts.delete(key);
  drafts.set(key, draft);
  for (const oldest of [...drafts.keys()].slice(0, -keptDrafts))
    drafts.delete(oldest);
  if (draft instanceof ProblemsFound) throw draft;
  return draft;
}

function compiled(compile: () => DeclaredSet): DeclaredSet | ProblemsFound {
  try {
    return compile();
  } catch (error) {
    if (error instanceof ProblemsFound) return error;
    throw error;
  }
}
