import { difference } from "../../domain/declarations/difference";
import type {
  WorkspaceCheckBody,
  WorkspaceCheckReply,
} from "../../generated/schemas";
import { localeFile, resourceFile } from "../workspace/overlay";
import { editFaults } from "./editFaults";
import { impactOf, noImpact } from "./impact";
import { presentDocument } from "./resources";
import type { Workshop } from "./workshop";

/**
 * What would become of an edit, without publishing it: what is wrong, what is
 * missing, what differs from what is published and whom it touches. Throws
 * not_found.
 */
export async function checkEdit(
  workshop: Workshop,
  { resource, document }: WorkspaceCheckBody,
): Promise<WorkspaceCheckReply> {
  const present = await presentDocument(workshop, resource);
  const edit = { resource, present, document };
  const { problems, set } = await editFaults(workshop, edit);
  const own = new Set([
    resourceFile(resource),
    ...Object.keys(document.labels).map(localeFile),
  ]);
  return {
    success: true,
    problems,
    warnings: set?.workspace.problems.filter(({ file }) => own.has(file)) ?? [],
    difference: difference(present, document),
    impact: set ? await impactOf(workshop, { resource, set }) : noImpact,
  };
}
