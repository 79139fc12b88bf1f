import { useTranslate } from "ra-core";
import { useCallback } from "react";
import { stepsOf } from "../../../domain/declarations/document";
import { useT } from "../../providers/i18n/useT";
import type { Change } from "../document/types";

/** Longer values are cut: the JSON says them whole. */
const longest = 60;

const isLanguage = (step: string | undefined): step is "en" | "ru" =>
  step === "en" || step === "ru";

/** A part by its pointer, in words: `/columns/price/width`. */
export function usePartText(): (pointer: string) => string {
  const t = useT();
  const translate = useTranslate();
  return useCallback(
    (pointer) => {
      const [list = "", ...steps] = stepsOf(pointer);
      const [first, ...rest] = steps;
      if (list === "labels" && isLanguage(first))
        return t("workshop.change.label", {
          part: rest.join("."),
          language: t(`workshop.languages.${first}`),
        });
      const word = (step: string) =>
        translate(`workshop.keys.${step}`, { _: step });
      // The step behind a list is the entry's own name.
      const names = first === undefined ? [] : [first, ...rest.map(word)];
      return [word(list), ...names].join(" › ");
    },
    [t, translate],
  );
}

/** One part that differs, in words. */
export function useChangeText(): (change: Change) => string {
  const t = useT();
  const partText = usePartText();
  return useCallback(
    ({ pointer, kind, before, after }) => {
      const part = partText(pointer);
      if (kind !== "set") return t(`workshop.change.${kind}`, { part });
      const empty = t("workshop.change.empty");
      return t("workshop.change.set", {
        part,
        before: shown(before) ?? empty,
        after: shown(after) ?? empty,
      });
    },
    [t, partText],
  );
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
