import { useLocaleState } from "ra-core";
import type { LetteredItem } from "../../../domain/inspection/readItems";
import { translateItem } from "../../../domain/inspection/translateItem";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { useReportText } from "./useReportText";
import styles from "./BikeInspection.module.css";

/**
 * The lettered items of the inspection sheet in the reader's language. Words without a
 * translation stay as they are and are underlined.
 */
export function InspectionItems({ items }: { items: readonly LetteredItem[] }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { known } = useReportText();
  const language = locale === "ru" ? "ru" : "en";
  const translated = items.map(({ letter, text }) => ({
    letter,
    segments: translateItem(text, { language, known }),
  }));
  const hasUnknown = translated.some(({ segments }) =>
    segments.some(({ isUnknown }) => isUnknown),
  );
  return (
    <Box title={t("bike.inspection.title")}>
      <ul className={styles.items}>
        {translated.map(({ letter, segments }, place) => (
          <li key={place} className={styles.item}>
            {letter !== null && <span className={styles.letter}>{letter}</span>}
            <span className={styles.itemText}>
              {segments.length === 0 && "--"}
              {segments.map(({ text, from, isUnknown }, index) =>
                isUnknown ? (
                  <span
                    key={index}
                    lang={/[A-Za-z]/.test(text) ? "en" : "ja"}
                    className={styles.unknown}
                  >
                    {text}
                  </span>
                ) : (
                  <span key={index} title={from === text ? undefined : from}>
                    {text}
                  </span>
                ),
              )}
            </span>
          </li>
        ))}
      </ul>
      {hasUnknown && (
        <p className={styles.legend}>
          <span className={styles.unknown}>{t("lot.sheet.underlined")}</span>{" "}
          {t("bike.inspection.unknown")}
        </p>
      )}
      {/* Pointing at a word shows its original; this also works by touch and keyboard. */}
      {items.length > 0 && (
        <details className={styles.legend}>
          <summary>{t("lot.sheet.original")}</summary>
          <ul>
            {items.map(({ letter, text }, place) => (
              <li key={place} lang={/[A-Za-z]/.test(text) ? "en" : "ja"}>
                {[letter, text].filter(Boolean).join(" ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Box>
  );
}
