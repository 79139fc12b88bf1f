import { useTranslate } from "ra-core";
import { useCallback } from "react";
import { stepsOf } from "../../../../domain/declarations/document";
import { useT } from "../../../providers/i18n/useT";
import type { Change } from "../document/types";

/** Longer values are cut: the JSON says them whole. */
const longest = 60;

/** One part that differs, in words. */
export function useChangeText(): (change: Change) => string {
  const t = useT();
  const translate = useTranslate();
  return useCallback(
    ({ pointer, kind, before, after }) => {
      const part = partOf(stepsOf(pointer));
      if (kind !== "set") return t(`workshop.change.${kind}`, { part });
      return t("workshop.change.set", {
        part,
        before: shown(before),
        after: shown(after),
      });

      function partOf([list = "", ...steps]: string[]): string {
        const [language, ...key] = steps;
        if (list === "labels" && (language === "en" || language === "ru"))
          return t("workshop.change.label", {
            part: key.join("."),
            language: t(`workshop.languages.${language}`),
          });
        const word = (step: string) =>
          translate(`workshop.keys.${step}`, { _: step });
        return [
          word(list),
          ...steps.map((step, index) => (index === 0 ? step : word(step))),
        ].join(" › ");
      }

      function shown(value: unknown): string {
        if (value === undefined || value === null)
          return t("workshop.change.empty");
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return text.length > longest ? `${text.slice(0, longest)}…` : text;
      }
    },
    [t, translate],
  );
}
