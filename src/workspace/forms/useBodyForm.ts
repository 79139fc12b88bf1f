import { useRef, useState } from "react";
import type { LastChange } from "../../../domain/lastChange";
import { isCopied } from "../../../domain/recordReference";
import type { Row } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useUserId } from "../../providers/viewer";
import {
  bodyOf,
  differingFields,
  initialValues,
  isSame,
  keptErrors,
  type BodySchema,
  type Values,
} from "./formValues";
import type { FormDraft } from "./useFormDraft";
import { errorsOf, type Errors } from "./problems";
import type { Body } from "./useBody";

/**
 * Sends a form. After a conflict `current` is the server's row that the person
 * has seen. Rejects with a `CallError` if the server refuses.
 */
export type SendForm = (values: Values, current?: Row) => Promise<void>;

export type BodyFormState = {
  initial: Values;
  values: Values;
  errors: Errors;
  /** The values that differ from the initial ones, with both; null if none does. */
  draft: FormDraft | null;
  isDirty: boolean;
  isSending: boolean;
  /** Rises with each refusal, so that the first invalid field gets the focus. */
  refusals: number;
  /** An error that belongs to no field. */
  failure: unknown;
  /** The row, if it is newer than the values that a restored draft was typed over. */
  newer: Row | undefined;
  /** The server's row, if somebody else has changed it in the meantime. */
  theirs: { row: Row; changed?: LastChange } | null;
  /** Ignored while the form is being sent: its success would drop the change. */
  change: (values: Values) => void;
  /** Gives some fields new values at once, and returns their former values. */
  fill: (values: Values) => Values;
  /** Notes that the person has changed the field, which is then validated on blur. */
  touch: (path: string) => void;
  validateField: (path: string) => void;
  submit: () => Promise<void>;
  /** Returns to the initial values. */
  reset: () => void;
  /** Shows a row that the server has now beside the values of the form. */
  compare: (row: Row) => void;
  /** Sends the values that were chosen in a conflict. */
  saveMerged: (values: Values) => void;
  closeConflict: () => void;
};

/**
 * The state of a form over a body. A field is validated when it loses focus
 * after a change, all fields before the form is sent. Changing a field removes
 * its error.
 */
export function useBodyForm({
  schema,
  validate,
  row,
  isNew = false,
  restored,
  fixed,
  check = noErrors,
  unfinished = noErrors,
  onSubmit,
}: Body & {
  row?: Row;
  /** Whether the row only gives a new one its first values. */
  isNew?: boolean;
  /** The changes that were typed before, and the values that they were typed over. */
  restored?: FormDraft;
  fixed: Values;
  /** Returns errors that the schema cannot find, such as a repeated text that differs. */
  check?: ((body: Values) => Errors) | undefined;
  /** Returns errors that only keep the form from being sent, such as a running upload. */
  unfinished?: () => Errors;
  onSubmit: SendForm;
}): BodyFormState {
  const t = useT();
  const userId = useUserId();
  const [fresh] = useState(() =>
    initialValues(schema, row, { userId, now: serverNow() }),
  );
  const [initial, setInitial] = useState(() =>
    row ? withoutNulls({ ...fresh, ...restored?.initial }) : fresh,
  );
  const [values, setValues] = useState({ ...initial, ...restored?.changed });
  const newer =
    row && !isNew && differingFields(schema, initial, fresh).length > 0
      ? row
      : undefined;
  const [errors, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const [theirs, setTheirs] = useState<BodyFormState["theirs"]>(null);
  const [isSending, setSending] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const running = useRef(false);
  const touched = useRef(new Set<string>());
  const seen = useRef<Row>(undefined);
  // The form library passes its context on one render late.
  const latest = useRef(values);

  const bodyFor = (next: Values) => ({ ...bodyOf(schema, next), ...fixed });

  const problemsOf = (body: Values): Errors => ({
    ...check(body),
    ...errorsOf({ schema, validate }, body, t),
  });

  const refuse = (found: Errors) => {
    setErrors(found);
    setRefusals((count) => count + 1);
  };

  const onRefusal = (error: unknown, body: Values) => {
    if (!(error instanceof CallError)) {
      setFailure(error);
      return;
    }
    // The dialog of an expired session asks for the password.
    if (error.status === 401) return;
    const current = currentOf(error);
    if (current && differingFields(schema, body, current).length > 0) {
      setTheirs({ row: current, changed: error.changed });
      return;
    }
    const found = Object.entries(error.errors).flatMap(([name, [text]]) =>
      text === undefined ? [] : [[name, text] as const],
    );
    const isShown = ([path]: readonly [string, string]) => {
      const field = schema.properties?.[path.split(".")[0] ?? ""];
      return field !== undefined && !isCopied(field, body);
    };
    const shown = found.filter(isShown);
    // An error of another field would stay, because the person cannot change that field.
    const others = found.filter((entry) => !isShown(entry));
    if (found.length === 0) setFailure(error);
    if (others.length > 0) setFailure(withTexts(error, others));
    if (shown.length > 0) refuse(Object.fromEntries(shown));
  };

  const send = async (next: Values) => {
    if (running.current) return;
    const body = bodyFor(next);
    const found = { ...problemsOf(body), ...unfinished() };
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    if (newer && !seen.current) {
      if (differingFields(schema, body, newer).length > 0) {
        setTheirs({ row: newer });
        return;
      }
      seen.current = newer;
    }
    running.current = true;
    setSending(true);
    try {
      await onSubmit(body, seen.current).catch((error: unknown) => {
        const current = currentOf(error);
        if (!current || differingFields(schema, body, current).length > 0)
          throw error;
        // Nothing is left to choose: the row has these values, or the others
        // have changed fields that the form does not show.
        seen.current = current;
        return onSubmit(body, current);
      });
      setSaved(true);
    } catch (error) {
      onRefusal(error, body);
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  const changed = isSaved ? null : changesOf(initial, values);

  const change = (next: Values) => {
    if (running.current) return;
    const before = latest.current;
    latest.current = next;
    setValues(next);
    const was = check(bodyFor(before));
    const found = check(bodyFor(next));
    // The change of another field may have solved what the check had found.
    const isSolved = ([name, text]: readonly [string, string]) =>
      text === was[name] && found[name] === undefined;
    setErrors((present) =>
      Object.fromEntries(
        Object.entries(keptErrors(present, before, next)).filter(
          (error) => !isSolved(error),
        ),
      ),
    );
  };

  return {
    initial,
    values,
    errors,
    draft: changed && { changed, initial: withNulls(schema, initial) },
    isDirty: changed !== null,
    isSending,
    refusals,
    failure,
    newer,
    theirs,
    change,
    fill: (filled) => {
      const names = Object.keys(filled).filter((name) =>
        Object.hasOwn(schema.properties ?? {}, name),
      );
      const { current } = latest;
      const valuesIn = (from: Values) =>
        Object.fromEntries(
          names.map((name) => [name, from[name] ?? undefined]),
        );
      change({ ...current, ...valuesIn(filled) });
      return valuesIn(current);
    },
    touch: (path) => {
      touched.current.add(path);
    },
    validateField: (path) => {
      if (!touched.current.has(path)) return;
      const body = bodyFor(latest.current);
      const { [path]: error } = problemsOf(body);
      const found = Object.entries(check(body)).filter(([name]) =>
        touched.current.has(name),
      );
      setErrors((present) => ({
        ...present,
        ...Object.fromEntries(found),
        ...(error !== undefined && { [path]: error }),
      }));
    },
    submit: () => send(values),
    reset: () => {
      latest.current = fresh;
      setInitial(fresh);
      setValues(fresh);
      setErrors({});
    },
    compare: (row) => {
      setTheirs({ row });
    },
    saveMerged: (merged) => {
      seen.current = theirs?.row;
      setTheirs(null);
      latest.current = merged;
      setValues(merged);
      void send(merged);
    },
    closeConflict: () => {
      setTheirs(null);
    },
  };
}

const noErrors = (): Errors => ({});

/** Returns the error with the texts of fields that the form does not have. */
const withTexts = (
  { status, code }: CallError,
  found: readonly (readonly [name: string, text: string])[],
): CallError =>
  new CallError({
    ...{ status, code, message: found.map(([, text]) => text).join(" ") },
  });

/** Returns the row that a conflict carries; null for any other error. */
const currentOf = (error: unknown): Row | null =>
  error instanceof CallError && error.status === 409
    ? (error.current ?? null)
    : null;

/** Returns a value for each field of the form; a later schema may have other fields. */
const withNulls = ({ properties = {} }: BodySchema, values: Values): Values =>
  Object.fromEntries(
    Object.keys(properties).map((name) => [name, values[name] ?? null]),
  );

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null),
  );

function changesOf(initial: Values, values: Values): Values | null {
  const names = Object.keys({ ...initial, ...values }).filter(
    (name) => !isSame(initial[name], values[name]),
  );
  return names.length === 0
    ? null
    : Object.fromEntries(names.map((name) => [name, values[name]]));
}
