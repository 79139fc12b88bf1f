import { useTranslate } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import type { Check } from "../document/types";
import { Changes } from "../parts/Changes";
import { Group } from "../parts/Group";
import { Lines } from "../parts/Lines";
import { Problems } from "../parts/Problems";
import { usePartText } from "../parts/useChangeText";
import { useWorkshop } from "../WorkshopContext";

/** What the draft changes, and what else that touches. */
export default function TouchesPanel() {
  const t = useT();
  const { checked } = useWorkshop();
  const { check, error, retry, isChecking } = checked;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      {isChecking && <p role="status">{t("workshop.touches.checking")}</p>}
      {check && <Findings check={check} />}
    </>
  );
}

function Findings({ check }: { check: Check }) {
  const t = useT();
  const { problems, warnings, difference, impact } = check;
  return (
    <>
      {problems.length > 0 && (
        <Group title={t("workshop.touches.problems")}>
          <Problems problems={problems} />
        </Group>
      )}
      {warnings.length > 0 && (
        <Group title={t("workshop.touches.warnings")}>
          <Problems problems={warnings} />
        </Group>
      )}
      <Group title={t("workshop.touches.difference")}>
        {difference.length > 0 ? (
          <Changes changes={difference} />
        ) : (
          <p>{t("workshop.draft.same")}</p>
        )}
      </Group>
      <Impact impact={impact} />
    </>
  );
}

function Impact({ impact }: Pick<Check, "impact">) {
  const t = useT();
  const translate = useTranslate();
  const partText = usePartText();
  const { savedSearches: saved, urls, layouts, indexes, viewers } = impact;
  const lines = viewers.flatMap(({ role, gains, loses }) => {
    const word = translate(`workshop.choices.${role}`);
    const line = (kind: "gains" | "loses", parts: readonly string[]) =>
      parts.length > 0
        ? [
            t(`workshop.touches.${kind}`, {
              role: word,
              parts: parts.map(partText).join(", "),
            }),
          ]
        : [];
    return [...line("gains", gains), ...line("loses", loses)];
  });
  const isTouched =
    saved.count + urls.length + layouts.users + lines.length > 0 ||
    indexes.created.length + indexes.dropped.length > 0;
  if (!isTouched) return <p>{t("workshop.touches.nothing")}</p>;
  return (
    <>
      {saved.count > 0 && (
        <Group
          title={t("workshop.touches.saved", { smart_count: saved.count })}
        >
          <p>
            {t("workshop.touches.savedText", {
              users: saved.users,
              params: saved.params.join(", "),
            })}
          </p>
        </Group>
      )}
      {urls.length > 0 && (
        <Group title={t("workshop.touches.urls")}>
          <Lines
            lines={urls.map(({ param, reason }) => `${param}: ${reason}`)}
          />
        </Group>
      )}
      {layouts.users > 0 && (
        <Group
          title={t("workshop.touches.layouts", { smart_count: layouts.users })}
        >
          <p>{layouts.columns.join(", ")}</p>
        </Group>
      )}
      {indexes.created.length > 0 && (
        <Group title={t("workshop.touches.created")}>
          <Lines lines={indexes.created} />
        </Group>
      )}
      {indexes.dropped.length > 0 && (
        <Group title={t("workshop.touches.dropped")}>
          <Lines lines={indexes.dropped} />
        </Group>
      )}
      {lines.length > 0 && <Lines lines={lines} />}
    </>
  );
}
