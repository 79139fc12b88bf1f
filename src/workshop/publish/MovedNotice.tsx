import { useState } from "react";
import { useLocaleState } from "ra-core";
import { apply } from "../../../domain/declarations/apply";
import { difference } from "../../../domain/declarations/difference";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { formatMoment } from "../../workspace/formatMoment";
import { documentOf, snapshotOf } from "../document/draft";
import type { HistoryEntry } from "../document/types";
import { useChangeText } from "../parts/useChangeText";
import { useWorkshop } from "../WorkshopContext";
import styles from "./publish.module.css";

/**
 * Somebody has published since the draft was begun: the draft's own changes can
 * be put on top of theirs. Parts that both changed stay as they have them, and
 * are named.
 */
export function MovedNotice({ last }: { last: HistoryEntry | undefined }) {
  const t = useT();
  const [locale] = useLocaleState();
  const changeText = useChangeText();
  const { published, editing, openTab } = useWorkshop();
  const [merged, setMerged] = useState<string | null>(null);
  const { base, present } = editing.draft;
  const mine = documentOf(present);
  const isMoved = base.version !== published.version && editing.isChanged;
  if (!isMoved) return merged && <p role="status">{merged}</p>;
  const merge = () => {
    if (!mine) return;
    const { version } = published;
    const theirs = published.document;
    const { document, conflicts } = apply(
      theirs,
      difference(base.document, mine),
    );
    editing.rebase({ document: theirs, version }, snapshotOf(document));
    const clash = conflicts.map(changeText).join("; ");
    setMerged(
      clash === ""
        ? t("workshop.conflict.merged")
        : t("workshop.conflict.clash", { parts: clash }),
    );
  };
  return (
    <div role="alert" className={styles.moved}>
      <p>
        <strong>
          {t("workshop.conflict.title", {
            who: last?.author ?? t("workshop.conflict.somebody"),
          })}
        </strong>{" "}
        {t("workshop.conflict.text", {
          at: last ? formatMoment(last.at, locale) : "",
        })}
      </p>
      <Button kind="primary" disabled={!mine} onClick={merge}>
        {t("workshop.conflict.apply")}
      </Button>
      <Button
        onClick={() => {
          openTab("history");
        }}
      >
        {t("workshop.conflict.look")}
      </Button>
    </div>
  );
}
