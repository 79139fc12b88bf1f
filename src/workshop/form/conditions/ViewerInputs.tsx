import { useTranslate } from "ra-core";
import type { ViewerTest } from "../../../../domain/condition/condition";
import { useT } from "../../../providers/i18n/useT";
import { Choice } from "./Choice";
import { metaSchema, type MetaPart } from "../uiSchema";
import type { PartProps } from "./subjects";
import { useState } from "react";
import styles from "./conditions.module.css";

const rules: Readonly<Record<string, MetaPart>> =
  metaSchema.definitions.access?.properties ?? {};

type Rule = Readonly<Record<string, readonly string[]>>;

/** The access rule of a test of the viewer: the values of one kind at a time. */
export function ViewerInputs({ id, part, onChange }: PartProps<ViewerTest>) {
  const t = useT();
  const translate = useTranslate();
  const rule = part.viewer as Rule;
  const [kind, setKind] = useState(Object.keys(rule)[0] ?? "roles");
  const chosen = rule[kind] ?? [];
  const textOf = (key: string, value: string) =>
    translate(`workshop.choices.${key}.${value}`, {
      _: translate(`workshop.choices.${value}`, { _: value }),
    });
  return (
    <>
      <Choice
        id={`${id}-rule`}
        label={t("workshop.conditions.rule")}
        value={kind}
        choices={Object.keys(rules).map((value) => ({
          value,
          label: translate(`workshop.keys.${value}`, { _: value }),
        }))}
        onChange={setKind}
      />
      <div className={styles.checks}>
        {(rules[kind]?.items?.enum ?? []).map((value) => (
          <label key={value} className={styles.check}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                const others = chosen.filter((other) => other !== value);
                const next = target.checked ? [...others, value] : others;
                const kept = Object.entries(rule).filter(
                  ([key]) => key !== kind,
                );
                onChange({
                  viewer: Object.fromEntries(
                    next.length > 0 ? [...kept, [kind, next]] : kept,
                  ),
                });
              }}
            />
            <span>{textOf(kind, value)}</span>
          </label>
        ))}
      </div>
    </>
  );
}
