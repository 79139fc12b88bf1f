import { useTranslate } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import type { Check } from "../document/draft";
import { Changes, usePartText, Group, ProblemGroups } from "../parts/Changes";
import { useWorkshop } from "../WorkshopContext";
import { movedRowsKey } from "./ReasonDialog";
import styles from "../parts/parts.module.css";

/** Shows the errors and changes of the draft, and their impact on users. */
export default function ImpactPanel() {
  const t = useT();
  const { checked, revealOf } = useWorkshop();
  const { check, error, retry, isChecking } = checked;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      {isChecking && <p role="status">{t("workshop.publish.checking")}</p>}
      {check && (
        <ProblemGroups
          errors={check.problems}
          warnings={check.warnings}
          revealOf={revealOf}
        />
      )}
      {check && (
        <Group title={t("workshop.impact.difference")}>
          {check.difference.length > 0 ? (
            <Changes changes={check.difference} />
          ) : (
            <p>{t("workshop.publish.unchanged")}</p>
          )}
        </Group>
      )}
      {check && <Impact impact={check.impact} />}
    </>
  );
}

function Impact({ impact }: Pick<Check, "impact">) {
  const t = useT();
  const { published, editing } = useWorkshop();
  const { savedSearches: searches, urls, layouts, indexes } = impact;
  const { fields } = editing.draft.present;
  const removed = Object.keys(published.document.fields ?? {}).filter(
    (name) => !Object.hasOwn(fields, name),
  );
  const viewerLines = useViewerLines(impact);
  const groups: [title: string, lines: readonly string[]][] = [
    [
      t("workshop.impact.saved", { smart_count: searches.count }),
      searches.count > 0
        ? [
            t("workshop.impact.savedText", {
              users: searches.users,
              params: searches.params.join(", "),
            }),
          ]
        : [],
    ],
    [
      t("workshop.impact.urls"),
      urls.map(
        ({ param, reason }) =>
          `${param}: ${t(`workshop.impact.reasons.${reason}`)}`,
      ),
    ],
    [
      t("workshop.impact.layouts", { smart_count: layouts.users }),
      layouts.users > 0 ? [layouts.columns.join(", ")] : [],
    ],
    [t("workshop.impact.created"), indexes.created],
    [t("workshop.impact.dropped"), indexes.dropped],
    [
      t("workshop.newList.hidesRows"),
      impact.rows > 0
        ? [t(movedRowsKey(published), { smart_count: impact.rows })]
        : [],
    ],
    [t("workshop.impact.viewers"), viewerLines],
    [
      t("workshop.newField.keepsValues"),
      removed.map((field) => t("workshop.newField.keepsValuesText", { field })),
    ],
  ];
  const shown = groups.filter(([, lines]) => lines.length > 0);
  if (shown.length === 0) return <p>{t("workshop.impact.nothing")}</p>;
  return shown.map(([title, lines]) => (
    <Group key={title} title={title}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Group>
  ));
}

/** Returns what each role gains and loses, one line for each. */
function useViewerLines({ viewers }: Check["impact"]): string[] {
  const t = useT();
  const translate = useTranslate();
  const partText = usePartText();
  return viewers.flatMap((viewer) =>
    (["gains", "loses"] as const)
      .filter((kind) => viewer[kind].length > 0)
      .map((kind) =>
        t(`workshop.impact.${kind}`, {
          role: translate(`workshop.choices.${viewer.role}`),
          parts: viewer[kind].map(partText).join(", "),
        }),
      ),
  );
}
