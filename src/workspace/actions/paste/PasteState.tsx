import { useEffect, useRef } from "react";
import { useT } from "../../../providers/i18n/useT";
import { isLostReply } from "../../../providers/write";
import { Notice } from "../../../ui/Notice";
import { VisuallyHidden } from "../../../ui/VisuallyHidden";
import { useRowName } from "../../listing/rowTitle";
import { isDone } from "../writeRows";
import { changedLines, problemsOf, type PastePreview } from "./pasteCall";
import type { PasteRun } from "./usePasteRun";
import styles from "./paste.module.css";

/** A report names so many failed rows. */
const mostNamed = 5;

/** Screen readers hear of so many steps of a run. */
const steps = 5;

/**
 * Says what the paste changes, then how many rows are written, and why others are not. Takes
 * the focus when the pressed button is gone.
 */
export function PasteState({
  preview,
  run: { results, isRunning, ending },
}: {
  preview: PastePreview;
  run: PasteRun;
}) {
  const t = useT();
  const rowName = useRowName();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus();
  }, [preview, isRunning, ending]);
  const { rows } = preview;
  const changed = changedLines(preview);
  const all = changed.length;
  const sent = [...results.values()];
  const done = sent.filter(isDone).length;
  const failed = sent
    .filter((result) => !isDone(result) && !isLostReply(result.error))
    .map(({ record }) => rowName(record));
  const more = failed.length > mostNamed ? ", …" : "";
  const names = failed.slice(0, mostNamed).join(", ") + more;
  const isSame = (line: PastePreview["rows"][number]) =>
    !changed.includes(line) && line.faults.length === 0;
  return (
    <div ref={ref} role="status" tabIndex={-1}>
      {isRunning ? (
        <>
          <p aria-hidden>{t("paste.progress", { done, all })}</p>
          <VisuallyHidden>
            {t("paste.progress", {
              done: done - (done % Math.ceil(all / steps)),
              all,
            })}
          </VisuallyHidden>
        </>
      ) : ending ? (
        <Notice tone="error">
          <p>
            {t(`paste.${ending}`, { done, all, unsent: all - sent.length })}
            {failed.length > 0 && ` ${t("paste.failed", { rows: names })}`}
          </p>
        </Notice>
      ) : (
        <p className={styles.counts}>
          {t("paste.counts", {
            changed: all,
            same: rows.filter(isSame).length,
            ...problemsOf(preview),
          })}
        </p>
      )}
    </div>
  );
}
