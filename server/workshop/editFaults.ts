import { difference } from "../../domain/declarations/difference";
import type { Document } from "../../domain/declarations/document";
import { clashingLabels } from "../../domain/declarations/labels";
import { ProblemsFound, type Problem } from "../platform/problem";
import type { DeclaredSet } from "../workspace/declared";
import { problemAt } from "../workspace/overlay";
import { compileDraft } from "./drafts";
import { structuralParts, structuralReason } from "./structuralParts";
import type { Workshop } from "./workshop";

type Edit = { resource: string; present: Document; document: Document };

/**
 * What keeps an edit from being published: structural parts, labels that no
 * file can hold, every mistake, and what keeps it from acting now. The set is
 * that of the edit, null where none could be made.
 */
export async function editFaults(
  workshop: Workshop,
  edit: Edit,
): Promise<{ problems: Problem[]; set: DeclaredSet | null }> {
  const own = [...structuralFaults(workshop, edit), ...labelFaults(edit)];
  try {
    const set = await compileDraft(workshop, edit);
    const reasons = await workshop.context.declarations.guard(set);
    return { problems: [...own, ...reasons], set };
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    return { problems: [...own, ...error.problems], set: null };
  }
}

function structuralFaults({ context }: Workshop, edit: Edit): Problem[] {
  const parts = structuralParts(context.schemas.get("meta-resource"));
  const { resource: name, present, document } = edit;
  return difference(present, document).flatMap((change) => {
    const reason = structuralReason(parts, change);
    return reason ? [problemAt({ name, document, change, reason })] : [];
  });
}

function labelFaults({ resource: name, document }: Edit): Problem[] {
  return Object.entries(document.labels).flatMap(([language, labels]) => {
    const at = (key: string, reason: string) => {
      const change = { pointer: `/labels/${language}/${key}` };
      return problemAt({ name, document, change, reason });
    };
    const blank = Object.keys(labels).filter(
      (key) => labels[key]?.trim() === "",
    );
    return [
      ...blank.map((key) => at(key, "says nothing")),
      ...clashingLabels(labels).map((key) =>
        at(key, `"${key}" cannot be a text and hold others`),
      ),
    ];
  });
}
