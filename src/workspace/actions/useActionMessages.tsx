import { useNotify } from "ra-core";
import { useState } from "react";
import { versionField, type Action } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { CallError, isUnauthorized } from "../../providers/CallError";
import { useT } from "../../providers/i18n/useT";
import { isTypedInto } from "../../ui/isTypedInto";
import { useListing } from "../listing/ListingContext";
import { useRowName } from "../listing/rowTitle";
import { useAuthorText } from "../useAuthorText";
import { useFieldText } from "../fieldText";
import { useFieldLabel } from "../useLabels";
import type { WriteResult } from "./writeRows";
import { Button } from "../../ui/Button";
import styles from "./Actions.module.css";

type Told = {
  outcome: string | false;
  onUndo?: () => void;
  results: readonly WriteResult[];
};

/** Returns the messages about the outcome of actions. */
export function useActionMessages(showFailure: (text: string) => void) {
  const { resource, row: schema } = useListing();
  const notify = useNotify();
  const t = useT();
  const rowName = useRowName();
  const author = useAuthorText();
  const write = useFieldText();
  const label = useFieldLabel(schema);

  /** Returns `Status: New → Sent` for each field that differs. */
  const changesOf = (before: Row, after: Row): string =>
    Object.keys(after)
      .filter((name) => (before[name] ?? null) !== (after[name] ?? null))
      .map((name) =>
        t("actions.changed", {
          field: label(name),
          from: write(name, before[name]),
          to: write(name, after[name]),
        }),
      )
      .join(", ");

  /** Returns the values that an action has set in a row, beside the former ones. */
  const doneText = (action: Action, record: RowRecord, sent: Row) => {
    const after = Object.fromEntries(
      Object.entries(action.patch ?? {})
        .filter(([, property]) => Object.hasOwn(sent, property))
        .map(([field, property]) => [field, sent[property]]),
    );
    return changesOf(record.row, after);
  };

  /** Returns why a row was not changed; after a conflict, with the new values. */
  const reasonOf = ({ error, record }: WriteResult): string => {
    if (!(error instanceof CallError) || !error.current)
      return errorText(error, t);
    const { current } = error;
    const shown = resource.columns.flatMap(({ fields }) => fields);
    const others = Object.entries(current).filter(
      ([name]) => shown.includes(name) && name !== versionField,
    );
    const changes = changesOf(record.row, Object.fromEntries(others));
    return changes === ""
      ? errorText(error, t)
      : t("actions.conflict", { who: author(error.changed), changes });
  };

  /** Returns why rows were not changed, or whose outcome is not known. */
  const problemOf = (
    results: readonly WriteResult[],
  ): { text: string; type: "error" | "warning" } | null => {
    const unknown = results.filter(({ isUnknown }) => isUnknown);
    const failed = results.filter(
      ({ error, isUnknown }) =>
        error !== undefined && !isUnknown && !isUnauthorized(error),
    );
    const [first] = failed;
    if (first) {
      const reason = reasonOf(first);
      const counts = { failed: failed.length, total: results.length };
      const text =
        failed.length === 1
          ? t("actions.failed", { row: rowName(first.record), reason })
          : t("actions.failedRows", { ...counts, reason });
      return { text, type: "error" };
    }
    const [lost] = unknown;
    if (!lost) return null;
    const text =
      unknown.length === 1
        ? t("actions.unknown", { row: rowName(lost.record) })
        : t("actions.unknownRows", { smart_count: unknown.length });
    return { text, type: "warning" };
  };

  /**
   * Shows one message, because a newer one would replace it and its button. A change
   * of a single row that failed is a dialog, unless somebody is typing.
   */
  const tell = ({ outcome, onUndo, results }: Told) => {
    const problem = problemOf(results);
    const isDialog = problem?.type === "error" && results.length === 1;
    if (isDialog && !isTypedInto(document.activeElement)) {
      showFailure(problem.text);
      return;
    }
    const text = [outcome, problem?.text].filter(Boolean).join(". ");
    if (text === "") return;
    notify(onUndo ? <UndoMessage text={text} onUndo={onUndo} /> : text, {
      type: problem?.type ?? "success",
      autoHideDuration: 8_000,
    });
  };

  return { tell, doneText };
}

/** A toast about a change, with a button that takes the change back once. */
function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  const t = useT();
  const [isDone, setDone] = useState(false);
  return (
    <span className={styles.toast}>
      {text}
      <Button
        kind="ghost"
        disabled={isDone}
        onClick={() => {
          setDone(true);
          onUndo();
        }}
      >
        {t("actions.undo")}
      </Button>
    </span>
  );
}
