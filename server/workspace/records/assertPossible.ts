import type { Viewer } from "../../../domain/access";
import type { Conditions } from "../../../domain/condition/condition";
import { rowMeets } from "../../../domain/condition/predicate";
import {
  unmetReason,
  type ConditionTexts,
} from "../../../domain/condition/words";
import type { Language } from "../../../domain/limits";
import type { Resource, RowSchema } from "../../../domain/resource";
import { createVisibilityCheck } from "../../../domain/visible/isVisible";
import { failure } from "../../platform/errors";
import type { Context } from "../context";
import { cellOf, wordingIn } from "../export/exportColumns";
import type { RecordData } from "./recordQueries";

export type ReasonContext = Pick<Context, "schemas" | "messages" | "clock">;

type Subject = { resource: Resource; viewer: Viewer; data: RecordData };

/** Throws condition_unmet if the conditions of a call exclude a row: a stored row, or a new one. */
export const assertPossible = (
  context: ReasonContext,
  call: "create" | "update" | "remove",
  subject: Subject,
): void => {
  assertMeets(context, subject.resource.calls[call]?.conditions, subject);
};

/**
 * Throws condition_unmet if a stored row does not meet conditions. The reason names only
 * fields that the viewer sees.
 */
export function assertMeets(
  context: ReasonContext,
  conditions: Conditions | undefined,
  subject: Subject,
): void {
  const reason = unmetIn(context, conditions, subject);
  if (reason) throw failure("condition_unmet", { reason });
}

/**
 * Returns why a stored row does not meet conditions, as a function of the language; null if it
 * does. The function returns null if the viewer may not know the reason.
 */
export function unmetIn(
  context: ReasonContext,
  conditions: Conditions | undefined,
  { resource, viewer, data }: Subject,
): ((language: Language) => string | null) | null {
  const row = context.schemas.row(resource.row);
  const subject = { fields: row.properties, values: data };
  const occasion = { viewer, now: context.clock.now() };
  if (rowMeets(conditions, subject, occasion)) return null;
  const { isVisible } = createVisibilityCheck(row, viewer);
  return (language) =>
    unmetReason(conditions, subject, {
      occasion,
      texts: textsIn(context, { row, viewer, language }),
      isVisible: (name) => isVisible(undefined, [name]),
    });
}

/** Returns the texts of the fields of a row, as exports write them. */
function textsIn(
  { messages }: ReasonContext,
  {
    row,
    viewer,
    language,
  }: { row: RowSchema; viewer: Viewer; language: Language },
): ConditionTexts {
  const wording = wordingIn(messages, language);
  const fieldOf = (name: string) => row.properties[name] ?? {};
  return {
    translate: (key, values) => messages.translate(language, key, values),
    field: (name) =>
      wording(`fields.${row.$id}.${name}`, fieldOf(name).title ?? name),
    value: (name, value) => {
      const named = { row: row.$id, name, field: fieldOf(name) };
      const cell = cellOf(named, { viewer, language, wording })(value);
      return String(
        cell !== null && typeof cell === "object" ? cell.time : cell,
      );
    },
  };
}
