import { useTranslate } from "ra-core";
import { Suspense, useState } from "react";
import type { FormFill } from "../../../domain/formFill";
import { filterId } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { DialogFailure } from "../../ui/DialogFailure";
import { preloadable } from "../../ui/preloadable";
import type { Values } from "./formValues";
import styles from "./forms.module.css";

const [FillDialog] = preloadable(() => import("./FillDialog"), DialogFailure);

/** How a section of a form fills fields of the form. */
export type FillContext = {
  /** The row that the form edits; empty for a new one. */
  row: Row;
  /** Gives fields of the form new values, and returns the former ones. */
  apply: (values: Values) => Values;
};

/**
 * The button that fills fields of the form from a row of another list. The former values can
 * be put back. Nothing for people who do not see that list or its rows in full.
 */
export function FillButton({
  fill,
  title,
  context: { row, apply },
}: {
  fill: FormFill;
  title: string | undefined;
  context: FillContext;
}) {
  const t = useT();
  const translate = useTranslate();
  const { resources } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<{ name: string; before: Values }>();
  const from = resources.find(({ name }) => name === fill.list);
  if (!from?.calls.detail) return null;
  const filters = filtersOf(fill, row);
  const isOffered = from.filters.some((each) => filterId(each) === fill.filter);
  if (isOffered && !filters) return null;
  const text =
    title ??
    t("form.fill.from", { list: translate(`resources.${from.name}.title`) });
  return (
    <div className={styles.fill}>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {text}
      </Button>
      <div role="status" className={styles.filled}>
        {done && (
          <>
            <span>{t("form.fill.done", { name: done.name })}</span>
            <Button
              kind="ghost"
              onClick={() => {
                apply(done.before);
                setDone(undefined);
              }}
            >
              {t("form.fill.undo")}
            </Button>
          </>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <FillDialog
            {...{ title: text, fill, from }}
            filters={isOffered && filters ? filters : {}}
            onClose={() => {
              setOpen(false);
            }}
            onFill={(values, name) => {
              setDone({ name, before: apply(values) });
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the filter of the other list for a row; undefined for a row without the value. */
function filtersOf(
  { filter, by }: FormFill,
  row: Row,
): Record<string, string> | undefined {
  if (filter === undefined || by === undefined) return {};
  const value = row[by];
  return typeof value === "string" || typeof value === "number"
    ? { [filter]: String(value) }
    : undefined;
}
