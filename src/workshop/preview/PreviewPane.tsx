import { useMemo, useState, useEffect, useRef } from "react";
import { useTranslate } from "ra-core";
import { isNoDocument } from "../../../domain/declarations/document";
import { useT } from "../../providers/i18n/useT";
import { metaSchema, resolved } from "../form/uiSchema";
import { useSize } from "../../ui/useSize";
import { useWorkshop } from "../WorkshopContext";
import { documentOf, type Document } from "../document/draft";
import type { Checked, Editing } from "../document/useDraft";
import { type As, listen, send } from "./messages";
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

/** The width in pixels of the simulated screens. */
const screenWidths = { desk: 1280, phone: 390 } as const;

type Screen = keyof typeof screenWidths;

/** The list over the draft, in a page of its own, scaled to the space it has. */
function PreviewFrame({ as, screen }: { as: As; screen: Screen }) {
  const t = useT();
  const workshop = useWorkshop();
  const { document, isStale } = useLastValid(workshop);
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const size = useSize(place);
  const width = screenWidths[screen];
  const scale = size ? Math.min(1, size.width / width) : 1;

  useEffect(
    () =>
      listen(
        () => frame.current?.contentWindow,
        ({ kind }) => {
          if (kind === "seriba.preview.ready") setReady(true);
        },
      ),
    [],
  );

  useEffect(() => {
    const kind = "seriba.preview.show";
    // A new list has nothing to show before its draft is valid.
    if (isReady && !isNoDocument(document))
      send(frame.current?.contentWindow, { kind, document, as });
  }, [isReady, document, as]);

  useEffect(() => {
    const kind = "seriba.preview.stale";
    if (isReady) send(frame.current?.contentWindow, { kind, isStale });
  }, [isReady, isStale]);

  return (
    <div ref={place} className={styles.place}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={t("workshop.preview.title")}
        src={`/workspace/preview/${workshop.published.id}`}
        style={{
          width,
          height: (size?.height ?? 0) / scale,
          transform: `scale(${String(scale)})`,
        }}
      />
    </div>
  );
}

/**
 * Returns the last version of the draft without errors, and whether the draft
 * has errors now. At first it is the published version. The result does not
 * change while the draft is being checked.
 */
export function useLastValid({
  editing,
  checked,
}: {
  editing: Pick<Editing, "draft" | "isChanged">;
  checked: Pick<Checked, "check" | "isChecking">;
}): { document: Document; isStale: boolean } {
  const { draft, isChanged } = editing;
  const { check, isChecking } = checked;
  const present = useMemo(() => documentOf(draft.present), [draft.present]);
  const [valid, setValid] = useState(draft.base.document);
  const errors = check?.problems.length;
  const isValid = !isChanged || (!isChecking && errors === 0);
  if (present && isValid && present !== valid) setValid(present);
  return {
    document: valid,
    isStale: isChanged && (!present || (errors ?? 0) > 0),
  };
}
