import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { mostSelectedRows } from "../../../domain/limits";
import { fieldType, type Action, type Field } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useSignedIn } from "../../providers/session";
import type { useMeets } from "../listing/useMeets";
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
  // Transitions to several states share a body.
  const references = [...new Set(actions.map(({ body }) => body))];
  const bodies = useQueries({
    queries: references.map((reference) => {
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
  const found = actions.map((action) => ({
    action,
    query: bodies[references.indexOf(action.body)],
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

/** The first step of an action. */
export type Step =
  /** It is possible for no row. */
  | { kind: "impossible" }
  /** All rows have its values already. */
  | { kind: "unchanged" }
  | { kind: "tooMany"; most: number }
  | { kind: "offline" }
  /** The change is kept until the person sends it, because there is no connection. */
  | { kind: "keep"; records: readonly RowRecord[]; values: Row }
  | { kind: "download"; record: RowRecord | undefined }
  /** A form asks for the values. */
  | { kind: "ask"; records: readonly RowRecord[] }
  | {
      kind: "write";
      records: readonly RowRecord[];
      values: Row;
      /** Whether the write waits for a connection. */
      waits: boolean;
      /** The number of rows for which the action is not possible. */
      skipped: number;
    };

/**
 * Returns the first step of an action for these rows. `values` are the properties of the
 * body that the person has chosen already; without rows, the action is on the list.
 */
export function nextStep(
  known: KnownAction,
  {
    records,
    values,
    meets,
    isOnline,
  }: {
    records: readonly RowRecord[];
    values: Row | undefined;
    /** Returns whether a row meets conditions. */
    meets: ReturnType<typeof useMeets>;
    isOnline: boolean;
  },
): Step {
  const { action, asked } = known;
  const { mostRows: most = mostSelectedRows, download, patch = {} } = action;
  // Without a row the lines of a paste would move to other rows. Its preview refuses the row.
  const possible = action.paste
    ? records
    : records.filter(({ row }) => meets(action.enabled, row));
  if (possible.length === 0 && records.length > 0)
    return { kind: "impossible" };
  const shown = Object.entries(patch);
  const changed = possible.filter(
    ({ row }) =>
      !values ||
      shown.length === 0 ||
      shown.some(([field, name]) => values[name] !== row[field]),
  );
  if (changed.length === 0 && records.length > 0) return { kind: "unchanged" };
  if (changed.length > most) return { kind: "tooMany", most };
  const isChosen = values !== undefined || asked.length === 0;
  const chosen = values ?? {};
  const waits = values !== undefined && canWait(known, values);
  if (!isOnline && !waits)
    return isChosen && !download
      ? { kind: "keep", records: changed, values: chosen }
      : { kind: "offline" };
  if (download)
    return { kind: "download", record: changed.find(({ id }) => id !== "") };
  if (!isChosen) return { kind: "ask", records: changed };
  const skipped = records.length - possible.length;
  return { kind: "write", records: changed, values: chosen, waits, skipped };
}

/**
 * Returns whether values may be sent later than the person decided: fields of a
 * record, but no amount of money.
 */
export function canWait({ action, asked }: KnownAction, values: Row): boolean {
  const names = Object.keys(values);
  if (action.edits === undefined || names.length === 0) return false;
  return asked.every(
    ([name, field]) => !names.includes(name) || field["x-unit"] !== "yen",
  );
}
