import { useNotify, useTranslate } from "ra-core";
import { useState } from "react";
import {
  textSection,
  versionField,
  type Action,
} from "../../../domain/resource";
import { CallError, isUnauthorized } from "../../providers/CallError";
import type { Row } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { isTypedInto } from "../../ui/isTypedInto";
import { readableKey } from "../../ui/readable";
import { useFieldText } from "../fieldText";
import { useListing } from "../listing/ListingContext";
import { useRowName } from "../listing/rowTitle";
import { useAuthorText, useFieldLabel } from "../useLabels";
import type { Choice, KnownAction } from "./knownActions";
import { patchedBy } from "./writeCalls";
import { isDone, type WriteResult } from "./writeRows";
import styles from "./Actions.module.css";

/** Returns the texts of a list's actions. */
export function useActionTexts() {
  const { labels, row: schema } = useListing();
  const translate = useTranslate();
  const write = useFieldText();
  /** Names an action, with the words of its row if there is a single one. */
  const label = ({ id }: Action, of?: Row): string =>
    labels.action(id, of && textSection(schema, of));
  /** A choice is written as the field that will show it. */
  const choiceText = (
    { action, choice }: KnownAction,
    value: Choice,
    of?: Row,
  ) => {
    if (!choice) return String(value);
    const [field] =
      Object.entries(action.patch ?? {}).find(
        ([, property]) => property === choice.name,
      ) ?? [];
    if (field !== undefined) return write(field, value, of);
    const [body = ""] = (action.body ?? "").split("#");
    return translate(`choices.${body}.${choice.name}.${String(value)}`, {
      _: readableKey(String(value)),
    });
  };
  /** Names an action with the value that it sets, if it sets a single choice. */
  const name = (known: KnownAction, values: Row, of?: Row): string => {
    const { action, choice } = known;
    const value = choice && values[choice.name];
    return value === null || value === undefined
      ? label(action, of)
      : `${label(action, of)} “${choiceText(known, value as Choice, of)}”`;
  };
  return { label, choiceText, name };
}

/** The result of an action for each of its rows. */
export type ActionOutcome = {
  /** The properties of the body that the person has filled in. */
  sent: Row;
  results: readonly WriteResult[];
  /** The number of rows for which the action is not possible. */
  skipped: number;
  /** The number of rows whose question the person has declined. */
  declined: number;
};

type Told = {
  outcome: string | false;
  onUndo?: (() => void) | undefined;
  results: readonly WriteResult[];
};

/** Returns the messages about the outcome of actions. */
export function useActionMessages(showFailure: (text: string) => void) {
  const { resource, row: schema } = useListing();
  const notify = useNotify();
  const t = useT();
  const texts = useActionTexts();
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
          from: write(name, before[name], before),
          to: write(name, after[name], after),
        }),
      )
      .join(", ");

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

  /** Returns what has changed: the values of one row, or the number of rows. */
  const changedText = (
    known: KnownAction,
    sent: Row,
    done: readonly WriteResult[],
  ): string => {
    const [first, ...others] = done;
    if (!first) return "";
    if (others.length > 0) {
      const action = texts.name(known, sent);
      return t("actions.doneRows", { action, smart_count: done.length });
    }
    const action = texts.name(known, sent, first.record.row);
    const row = rowName(first.record);
    const after = patchedBy(known.action, sent);
    const changes = changesOf(first.record.row, after);
    return changes === ""
      ? t("actions.done", { action, row })
      : t("actions.doneChanges", { changes, row });
  };

  /** Shows what an action has changed, left out and failed to change. */
  const report = (
    known: KnownAction,
    { sent, results, skipped, declined }: ActionOutcome,
    onUndo: (() => void) | undefined,
  ) => {
    const outcome = [
      changedText(known, sent, results.filter(isDone)),
      skipped > 0 && t("actions.skipped", { smart_count: skipped }),
      declined > 0 && t("actions.declinedRows", { smart_count: declined }),
    ];
    tell({ outcome: outcome.filter(Boolean).join(". "), onUndo, results });
  };

  return { tell, report };
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
