import { useQueries } from "@tanstack/react-query";
import { fieldType, type Action, type Field } from "../../../domain/resource";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import type { BodySchema } from "../forms/formValues";
import { loadBodySchema } from "../forms/useBody";

/** An action and the properties of its body that people fill in. */
export type KnownAction = {
  action: Action;
  asked: readonly (readonly [name: string, field: Field])[];
  /** The only asked property, if it has a fixed set of values. */
  choice: { name: string; field: Field; values: readonly Choice[] } | null;
};

export type Choice = string | number | boolean;

/**
 * Returns the actions whose bodies are known. Bodies are loaded when the list
 * is shown; an action appears with its body.
 */
export function useActionBodies(
  actions: readonly Action[],
): readonly KnownAction[] {
  const { forms } = useWorkspace();
  const { viewer } = useSignedIn();
  const bodies = useQueries({
    queries: actions.map(({ body: reference }) => {
      const paths = reference === undefined ? undefined : forms[reference];
      return {
        queryKey: ["action-body", reference, paths?.schema],
        staleTime: Infinity,
        retry: 2,
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<BodySchema> =>
          reference === undefined
            ? Promise.resolve({})
            : loadBodySchema({ paths, reference, viewer, signal }),
      };
    }),
  });
  return actions.flatMap((action, index) => {
    const schema = bodies[index]?.data;
    return schema ? [knownAction(action, schema)] : [];
  });
}

function knownAction(action: Action, schema: BodySchema): KnownAction {
  const { values = {}, undo = {} } = action;
  const asked = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(values, name) && !Object.hasOwn(undo, name),
  );
  const [[name, field] = []] = asked;
  const choices = field ? choicesOf(field) : [];
  const isChoice = asked.length === 1 && field && choices.length > 0;
  return {
    action,
    asked,
    choice:
      isChoice && name !== undefined ? { name, field, values: choices } : null,
  };
}

/** Returns the fixed values of a field, which true and false are as well. */
const choicesOf = (field: Field): readonly Choice[] =>
  fieldType(field) === "boolean"
    ? [true, false]
    : (field.enum?.filter((value) => value !== null) ?? []);
