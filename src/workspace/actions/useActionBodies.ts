import { useQueries } from "@tanstack/react-query";
import type { Action, Field } from "../../../domain/resource";
import { request } from "../../providers/http";
import { useWorkspace, type Workspace } from "../../providers/workspace";

/** The part of a body schema that decides how an action is started. */
type BodySchema = { properties?: Readonly<Record<string, Field>> };

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
  const workspace = useWorkspace();
  const bodies = useQueries({
    queries: actions.map(({ body = "" }) => ({
      queryKey: ["action-body", body, workspace.forms[body]?.schema],
      staleTime: Infinity,
      retry: 2,
      queryFn: () => loadBody(workspace, body),
    })),
  });
  return actions.flatMap((action, index) => {
    const schema = bodies[index]?.data;
    return schema ? [knownAction(action, schema)] : [];
  });
}

/** Servers without `GET /workspace` have the bodies of the build. */
async function loadBody(
  { forms }: Workspace,
  reference: string,
): Promise<BodySchema> {
  if (reference === "") return {};
  const path = forms[reference]?.schema;
  if (path !== undefined) return request<BodySchema>(path);
  const { schemaOf } = await import("../../providers/foreign/schemas");
  return schemaOf(reference) as BodySchema;
}

function knownAction(action: Action, schema: BodySchema): KnownAction {
  const { values = {}, undo = {} } = action;
  const asked = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(values, name) && !Object.hasOwn(undo, name),
  );
  const [[name, field] = []] = asked;
  const choices = field?.enum?.filter((value) => value !== null) ?? [];
  const isChoice = asked.length === 1 && field && choices.length > 0;
  return {
    action,
    asked,
    choice:
      isChoice && name !== undefined ? { name, field, values: choices } : null,
  };
}
