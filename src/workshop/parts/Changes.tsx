import { useTranslate } from "ra-core";
import { stepsOf } from "../../../domain/declarations/document";
import { useT } from "../../providers/i18n/useT";
import type { Change } from "../document/types";
import { keyText } from "../form/uiSchema";
import styles from "./parts.module.css";

/** Longer values are cut; the JSON tab shows them in full. */
const maxLength = 60;

/** Lists changes, one per line. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const changeText = useChangeText();
  return (
    <ul className={styles.lines}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.pointer}`}>{changeText(change)}</li>
      ))}
    </ul>
  );
}

const isLanguage = (step: string | undefined): step is "en" | "ru" =>
  step === "en" || step === "ru";

/**
 * Returns the name of a part by its pointer.
 * @example partText("/columns/price/width") // "Columns › price › Width, px"
 */
export function usePartText(): (pointer: string) => string {
  const t = useT();
  const translate = useTranslate();
  const word = (path: readonly string[]) => keyText(path, translate);
  return (pointer) => {
    const [list = "", first, ...rest] = stepsOf(pointer);
    if (list === "labels" && isLanguage(first))
      return t("workshop.change.label", {
        part: rest.join("."),
        language: t(`workshop.languages.${first}`),
      });
    // The step after a list is the key of an entry, which is not translated.
    const names = rest.map((_step, index) =>
      word([list, ...rest.slice(0, index + 1)]),
    );
    return [word([list]), ...[first ?? []].flat(), ...names].join(" › ");
  };
}

/** Returns the text of a change. */
function useChangeText(): (change: Change) => string {
  const t = useT();
  const partText = usePartText();
  const valueText = useValueText();
  return ({ pointer, kind, before, after }) => {
    const part = partText(pointer);
    if (kind !== "set") return t(`workshop.change.${kind}`, { part });
    return t("workshop.change.set", {
      part,
      before: valueText(before),
      after: valueText(after),
    });
  };
}

/** Returns the text of a value, shortened. */
export function useValueText(): (value: unknown) => string {
  const t = useT();
  return (value) => {
    if (value === undefined) return t("workshop.change.missing");
    if (value === null || value === "") return t("workshop.change.empty");
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  };
}
