import { useMemo, useState } from "react";
import { useTranslate } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { metaSchema, resolved } from "../form/metaSchema";
import { PreviewFrame, type Screen } from "./PreviewFrame";
import type { As } from "./messages";
import styles from "./preview.module.css";

const accessRules = metaSchema.definitions.access?.properties ?? {};
const flagNames = resolved(accessRules.flags?.items ?? {}).enum ?? [];
const roles = ["client", "dealer", "manager", "admin", "unknown"] as const;

/** The preview, with controls for the role, the flags and the screen. */
export default function PreviewPane() {
  const t = useT();
  const translate = useTranslate();
  const [role, setRole] = useState<As["role"]>("client");
  const [flags, setFlags] = useState<readonly string[]>(flagNames);
  const [screen, setScreen] = useState<Screen>("desk");
  const as = useMemo(() => ({ role, flags: [...flags] }), [role, flags]);
  return (
    <section className={styles.pane} aria-label={t("workshop.tabs.preview")}>
      <div className={styles.bar}>
        <label>
          {t("workshop.preview.as")}{" "}
          <select
            value={role}
            onChange={({ target }) =>
              setRole(roles.find((name) => name === target.value) ?? "client")
            }
          >
            {roles.map((name) => (
              <option key={name} value={name}>
                {translate(`workshop.choices.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("workshop.preview.width")}{" "}
          <select
            value={screen}
            onChange={({ target }) =>
              setScreen(target.value === "phone" ? "phone" : "desk")
            }
          >
            <option value="desk">{t("workshop.preview.desk")}</option>
            <option value="phone">{t("workshop.preview.phone")}</option>
          </select>
        </label>
        <Flags flags={flags} onFlags={setFlags} />
      </div>
      <PreviewFrame as={as} screen={screen} />
      <p className={styles.note}>{t("workshop.preview.stays")}</p>
    </section>
  );
}

function Flags({
  flags,
  onFlags,
}: {
  flags: readonly string[];
  onFlags: (flags: readonly string[]) => void;
}) {
  const t = useT();
  const translate = useTranslate();
  return (
    <details className={styles.flags}>
      <summary>
        {t("workshop.preview.flags")} {flags.length}/{flagNames.length}
      </summary>
      <div className={styles.bar}>
        <button type="button" onClick={() => onFlags(flagNames)}>
          {t("workshop.preview.allFlags")}
        </button>
        <button type="button" onClick={() => onFlags([])}>
          {t("workshop.preview.noFlags")}
        </button>
      </div>
      <div className={styles.checks}>
        {flagNames.map((flag) => (
          <label
            key={flag}
            title={translate(`workshop.about.flags.${flag}`, { _: flag })}
          >
            <input
              type="checkbox"
              checked={flags.includes(flag)}
              onChange={({ target }) => {
                onFlags(
                  target.checked
                    ? [...flags, flag]
                    : flags.filter((other) => other !== flag),
                );
              }}
            />{" "}
            {translate(`workshop.choices.flags.${flag}`, { _: flag })}
          </label>
        ))}
      </div>
    </details>
  );
}
