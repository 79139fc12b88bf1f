import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
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

/** The actions of a list, by whether their body schemas have loaded. */
export type ActionBodies = {
  known: readonly KnownAction[];
  loading: readonly Action[];
  failed: readonly Action[];
  /** Why the first of them failed. */
  error: unknown;
  /** Loads the failed ones again. */
  retry: () => void;
};

/**
 * Returns the actions whose body schema has loaded, and those whose has not. They
 * load when the person first uses the page, so that they do not delay its first
 * screen, or when `isNeeded` is true.
 */
export function useActionBodies(
  actions: readonly Action[],
  isNeeded: boolean,
): ActionBodies {
  const isUsed = useIsUsed();
  const { forms } = useWorkspace();
  const { viewer } = useSignedIn();
  const bodies = useQueries({
    queries: actions.map(({ body: reference }) => {
      const paths = reference === undefined ? undefined : forms[reference];
      return {
        queryKey: ["action-body", reference, paths?.schema],
        enabled: isNeeded || isUsed,
        staleTime: Infinity,
        retry: 2,
        // Without a connection a query would wait for ever, without an error.
        networkMode: "always" as const,
        refetchOnReconnect: true,
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<BodySchema> =>
          reference === undefined
            ? Promise.resolve({})
            : loadBodySchema({ paths, reference, viewer, signal }),
      };
    }),
  });
  const found = actions.map((action, index) => ({
    action,
    query: bodies[index],
  }));
  const failed = found.filter(({ query }) => query?.isError && !query.data);
  return {
    known: found.flatMap(({ action, query }) =>
      query?.data ? [knownAction(action, query.data)] : [],
    ),
    loading: found.flatMap(({ action, query }) =>
      query?.isPending ? [action] : [],
    ),
    failed: failed.map(({ action }) => action),
    error: failed[0]?.query?.error,
    retry: () => {
      for (const { query } of failed) void query?.refetch();
    },
  };
}

/** Returns the actions for which `isMeant` is true. */
export const bodiesOf = (
  { known, loading, failed, ...rest }: ActionBodies,
  isMeant: (action: Action) => boolean,
): ActionBodies => ({
  ...rest,
  known: known.filter(({ action }) => isMeant(action)),
  loading: loading.filter(isMeant),
  failed: failed.filter(isMeant),
});

const inputs = ["pointermove", "pointerdown", "keydown"] as const;

/** Returns whether the person has moved the pointer, touched the page or typed. */
function useIsUsed(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const onInput = () => {
      setUsed(true);
    };
    const stop = new AbortController();
    for (const name of inputs)
      window.addEventListener(name, onInput, {
        capture: true,
        passive: true,
        signal: stop.signal,
      });
    return () => {
      stop.abort();
    };
  }, [isUsed]);
  return isUsed;
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
