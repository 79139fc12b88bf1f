import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { createElement, useRef, useState } from "react";
import { mostSelectedRows } from "../../../domain/limits";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import { isPossible } from "../listing/cellActions";
import { useListActions, useListing } from "../listing/ListingContext";
import { reloadRows } from "../listing/reloadRows";
import type { UndoStep } from "../listing/rowChanges";
import { confirmRule, type Question } from "../registry/areas";
import { useFieldText } from "../useFieldText";
import { useRowTitle } from "../rows/useRowTitle";
import { namedByBody } from "./bodyValues";
import type { KnownAction } from "./useActionBodies";
import { useDownloads } from "./useDownloads";
import { useActionTexts } from "./useActionTexts";
import { UndoMessage } from "./UndoMessage";
import {
  undoValues,
  writeRows,
  type WriteResult,
  type WriteScope,
} from "./writeRows";

/** A question that the person has to answer now. */
export type OpenQuestion = {
  question: Question;
  rowCount: number;
  answer: (isAccepted: boolean) => void;
};

export type ActionFlow = {
  /** The action whose values the person fills in. */
  form: { known: KnownAction; records: readonly RowRecord[] } | null;
  question: OpenQuestion | null;
  closeForm: () => void;
  /** Starts an action; asks for what is missing, then writes. */
  start: (
    known: KnownAction,
    records: readonly RowRecord[],
    values?: Row,
  ) => Promise<readonly WriteResult[]>;
  /**
   * Writes the values of a form and closes it. Throws the server's error, and
   * reports none, because the form shows it.
   */
  submit: (
    known: KnownAction,
    records: readonly RowRecord[],
    values: Row,
  ) => Promise<void>;
  /** Takes back the given changes, each as a new write. */
  undo: (steps: readonly UndoStep[]) => Promise<void>;
};

/**
 * Takes an action from its start to its outcome: leaves out rows for which it is
 * not possible, opens the form, asks the questions of its rule in order, writes
 * the rows and reports the outcome.
 */
export function useActionFlow(): ActionFlow {
  const { resource } = useListing();
  const { changes } = useListActions();
  const workspace = useWorkspace();
  const { viewer } = useSignedIn();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const texts = useActionTexts();
  const rowTitle = useRowTitle();
  const write = useFieldText();
  const [form, setForm] = useState<ActionFlow["form"]>(null);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  /** Writes that are not answered yet: the same one is not started twice. */
  const running = useRef(new Set<string>());
  const scope: WriteScope = {
    workspace,
    resource,
    changes,
    reload: () => reloadRows(queryClient, resource.name),
  };

  const download = useDownloads();

  const undo = async (steps: readonly UndoStep[]) => {
    const results: WriteResult[] = [];
    for (const action of resource.actions ?? []) {
      const own = steps.filter(({ actionId }) => actionId === action.id);
      if (own.length === 0) continue;
      const writes = own.map((undone) => ({
        record: undone.record,
        values: undoValues(action, undone),
        undoes: undone,
      }));
      results.push(...(await writeRows(scope, action, writes)));
    }
    const done = results.filter(({ error }) => error === undefined);
    tell({
      outcome:
        done.length > 0 && t("actions.undone", { smart_count: done.length }),
      results,
    });
    void queryClient.invalidateQueries({ queryKey: ["row", resource.name] });
  };

  /** Shows one message, because a newer one would replace it and its button. */
  const tell = ({
    outcome,
    onUndo,
    results,
  }: {
    outcome: string | false;
    onUndo?: () => void;
    results: readonly WriteResult[];
  }) => {
    const problem = problemOf(results);
    const text = [outcome, problem?.text].filter(Boolean).join(". ");
    if (text === "") return;
    notify(onUndo ? createElement(UndoMessage, { text, onUndo }) : text, {
      type: problem?.type ?? "success",
      autoHideDuration: 8_000,
    });
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
      const reason = errorText(first.error, t);
      const counts = { failed: failed.length, total: results.length };
      const text =
        failed.length === 1
          ? t("actions.failed", { row: rowTitle(first.record), reason })
          : t("actions.failedRows", { ...counts, reason });
      return { text, type: "error" };
    }
    const [lost] = unknown;
    if (!lost) return null;
    const text =
      unknown.length === 1
        ? t("actions.unknown", { row: rowTitle(lost.record) })
        : t("actions.unknownRows", { smart_count: unknown.length });
    return { text, type: "warning" };
  };

  const report = (
    { action }: KnownAction,
    name: string,
    { results, skipped }: { results: readonly WriteResult[]; skipped: number },
  ) => {
    const done = results.filter(({ error }) => error === undefined);
    const ids = new Set(done.map(({ changeId }) => changeId));
    const [first] = done;
    const rows = { action: name, smart_count: done.length };
    const changed =
      first &&
      (done.length === 1
        ? t("actions.done", { action: name, row: rowTitle(first.record) })
        : t("actions.doneRows", rows));
    const left = skipped > 0 && t("actions.skipped", { smart_count: skipped });
    const canUndo = first !== undefined && action.patch !== undefined;
    tell({
      outcome: changed ? [changed, left].filter(Boolean).join(". ") : false,
      ...(canUndo && {
        onUndo: () => {
          const { steps } = changes.get();
          void undo(steps.filter(({ id }) => ids.has(id)));
        },
      }),
      results,
    });
    // Only the server knows what an action without a patch has changed.
    if (first && !action.patch) void scope.reload();
    void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
    void queryClient.invalidateQueries({ queryKey: ["row", resource.name] });
  };

  const ask = (question: Question, rowCount: number): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (isAccepted: boolean) => {
        setQuestion(null);
        resolve(isAccepted);
      };
      setQuestion({ question, rowCount, answer });
    });

  const questionsFor = (
    { action }: KnownAction,
    records: readonly RowRecord[],
    values: Row,
  ): { question: Question; rowCount: number }[] => {
    const { confirm } = action;
    if (confirm === undefined) return [];
    if (confirm === true) {
      const question: Question = {
        title: "actions.confirm.title",
        text: "actions.confirm.text",
        accept: "actions.confirm.accept",
        values: { action: texts.label(action) },
      };
      return [{ question, rowCount: records.length }];
    }
    const rule = confirmRule(confirm);
    const asked = new Map<string, { question: Question; rowCount: number }>();
    for (const { row } of records)
      for (const question of rule({
        row,
        values,
        now: serverNow(),
        viewer,
        write,
      })) {
        const key = JSON.stringify(question);
        const rowCount = (asked.get(key)?.rowCount ?? 0) + 1;
        asked.set(key, { question, rowCount });
      }
    return [...asked.values()];
  };

  const start: ActionFlow["start"] = async (started, records, values) => {
    const { action, asked, choice } = started;
    const possible = records.filter((record) => isPossible(action, record));
    const shown = Object.entries(action.patch ?? {});
    const changed = possible.filter(
      ({ row }) =>
        !values ||
        shown.length === 0 ||
        shown.some(([field, name]) => values[name] !== row[field]),
    );
    if (possible.length === 0 && records.length > 0) {
      notify(t("actions.none"), { type: "warning" });
      return [];
    }
    if (changed.length === 0 && records.length > 0) return [];
    const { mostRows = mostSelectedRows } = action;
    if (changed.length > mostRows) {
      notify(t("actions.tooMany", { count: mostRows }), { type: "warning" });
      return [];
    }
    if (action.download) {
      await download(
        action,
        changed.find(({ id }) => id !== ""),
      );
      return [];
    }
    if (!values && asked.length > 0) {
      setForm({ known: started, records: changed });
      return [];
    }
    let sent = values ?? {};
    for (const { question, rowCount } of questionsFor(started, changed, sent)) {
      if (!(await ask(question, rowCount))) return [];
      sent = { ...sent, ...question.sends };
    }
    const writes = changed
      .map((record) => ({ record, values: sent }))
      .filter(({ record }) => {
        const key = `${action.id} ${record.id} ${JSON.stringify(sent)}`;
        return !running.current.has(key);
      });
    const keys = writes.map(
      ({ record }) => `${action.id} ${record.id} ${JSON.stringify(sent)}`,
    );
    for (const key of keys) running.current.add(key);
    const results = await writeRows(scope, action, writes);
    for (const key of keys) running.current.delete(key);
    const value = choice && sent[choice.name];
    const name =
      choice && value !== undefined && value !== null
        ? `${texts.label(action)} “${texts.choiceText(started, value as string)}”`
        : texts.label(action);
    const skipped = records.length - possible.length;
    report(started, name, { results, skipped });
    return results;
  };

  const submit: ActionFlow["submit"] = async (known, records, values) => {
    let sent = values;
    for (const { question, rowCount } of questionsFor(known, records, values)) {
      if (!(await ask(question, rowCount)))
        throw new CallError({
          status: 422,
          code: "declined",
          message: t("actions.declined"),
        });
      sent = { ...sent, ...question.sends };
    }
    const writes = records.map((record) => ({ record, values: sent }));
    const results = await writeRows(scope, known.action, writes);
    const failed = results.find(({ error }) => error !== undefined);
    if (failed && results.length === 1)
      throw namedByBody(failed.error, known.action);
    // The person may have opened another form since.
    setForm((open) => (open === form ? null : open));
    report(known, texts.label(known.action), { results, skipped: 0 });
  };

  return {
    form,
    question,
    closeForm: () => {
      setForm(null);
    },
    start,
    submit,
    undo,
  };
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401;
