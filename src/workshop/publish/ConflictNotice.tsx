import { useLocaleState } from "ra-core";
import { useMemo, useState } from "react";
import { apply, copyParts } from "../../../domain/declarations/apply";
import { difference } from "../../../domain/declarations/difference";
import { partAt } from "../../../domain/declarations/part";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { formatMoment } from "../../workspace/formatMoment";
import {
  documentOf,
  snapshotOf,
  type Change,
  type Document,
  type HistoryEntry,
} from "../document/draft";
import { usePartText, useValueText } from "../parts/Changes";
import { useWorkshop } from "../WorkshopContext";
import parts from "../parts/parts.module.css";
import styles from "./publish.module.css";

/**
 * Shown while another version has been published since the draft was started.
 * Merges both: for each part that both changed, the reader chooses one value.
 */
export function ConflictNotice({ last }: { last: HistoryEntry | undefined }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { published, editing, openTab } = useWorkshop();
  const [mergedVersion, setMergedVersion] = useState<string | null>(null);
  const { base, present } = editing.draft;
  const mine = useMemo(() => documentOf(present), [present]);
  if (!editing.isChanged) return null;
  if (base.version === published.version)
    return mergedVersion === base.version ? (
      <p role="status">{t("workshop.conflict.merged")}</p>
    ) : null;
  return (
    <section role="alert" className={styles.conflict}>
      <p>
        <strong>
          {t("workshop.conflict.title", {
            who: last?.author ?? t("workshop.conflict.somebody"),
          })}
        </strong>{" "}
        {last && formatMoment(last.at, locale)}
      </p>
      {mine ? (
        <Merge
          key={published.version}
          base={base.document}
          mine={mine}
          theirs={published.document}
          onMerge={(document) => {
            const { version } = published;
            const next = { document: published.document, version };
            editing.rebase(next, snapshotOf(document));
            setMergedVersion(version);
          }}
        />
      ) : (
        <p>{t("workshop.publish.broken")}</p>
      )}
      <Button onClick={() => openTab("history")}>
        {t("workshop.conflict.look")}
      </Button>
    </section>
  );
}

type MergeProps = {
  /** The document that both versions started from. */
  base: Document;
  mine: Document;
  theirs: Document;
  onMerge: (document: Document) => void;
};

function Merge({ base, mine, theirs, onMerge }: MergeProps) {
  const t = useT();
  const [choices, setChoices] = useState<Record<string, "mine" | "theirs">>({});
  const { document, conflicts } = useMemo(
    () => apply(theirs, difference(base, mine)),
    [base, mine, theirs],
  );
  const isComplete = conflicts.every(({ pointer }) => choices[pointer]);
  return (
    <>
      <p>
        {conflicts.length > 0
          ? t("workshop.conflict.choose")
          : t("workshop.conflict.none")}
      </p>
      {conflicts.map((change) => (
        <Choice
          key={`${change.kind} ${change.pointer}`}
          change={change}
          theirs={theirs}
          value={choices[change.pointer]}
          onChange={(value) =>
            setChoices({ ...choices, [change.pointer]: value })
          }
        />
      ))}
      <Button
        kind="primary"
        disabled={!isComplete}
        onClick={() => {
          const chosen = conflicts.filter(
            ({ pointer }) => choices[pointer] === "mine",
          );
          onMerge(copyParts(document, mine, chosen));
        }}
      >
        {t("workshop.conflict.merge")}
      </Button>
    </>
  );
}

function Choice({
  change,
  theirs,
  value,
  onChange,
}: {
  change: Change;
  theirs: Document;
  value: "mine" | "theirs" | undefined;
  onChange: (value: "mine" | "theirs") => void;
}) {
  const t = useT();
  const partText = usePartText();
  const valueText = useValueText();
  const values = { theirs: partAt(theirs, change.pointer), mine: change.after };
  return (
    <fieldset className={parts.card}>
      <legend>{partText(change.pointer)}</legend>
      {(["theirs", "mine"] as const).map((side) => (
        <label key={side}>
          <input
            type="radio"
            name={`conflict ${change.pointer}`}
            checked={value === side}
            onChange={() => onChange(side)}
          />{" "}
          {t(`workshop.conflict.${side}`, {
            value: valueText(orderOf(values[side], change)),
          })}
        </label>
      ))}
    </fieldset>
  );
}

/** For a change of order, shows the keys of the entries and not the entries. */
function orderOf(value: unknown, { kind, after }: Change): unknown {
  if (kind !== "order" || !Array.isArray(value) || value === after)
    return value;
  return (value as { id?: string; field?: string; value?: string }[]).map(
    (entry) => entry.id ?? entry.field ?? entry.value,
  );
}
