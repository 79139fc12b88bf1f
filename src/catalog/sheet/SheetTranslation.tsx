import type {
  AuctionSheetSheet,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./SheetTranslation.module.css";

type Segment = AuctionSheetTranslation["rows"][number]["segments"][number];

const grades = ["overall", "exterior", "interior"] as const;

/**
 * The grades and the 31 rows of the checklist in the reader's language. Words that the dictionary
 * does not have stay Japanese and are underlined.
 */
export function SheetTranslation({
  sheet,
  translation,
}: {
  sheet: AuctionSheetSheet;
  translation: AuctionSheetTranslation | undefined;
}) {
  const t = useT();
  const segmentsOf = new Map(
    translation?.rows.map(({ id, segments }) => [id, segments]),
  );
  const hasUnknown = [...segmentsOf.values()].some((segments) =>
    segments.some(({ isUnknown }) => isUnknown),
  );
  return (
    <section
      className={styles.translation}
      aria-label={t("lot.sheet.translation")}
      aria-busy={!translation}
    >
      <dl>
        {grades.map((name) => (
          <div key={name} className={styles.row}>
            <dt>{t(`lot.sheet.grades.${name}`)}</dt>
            <dd>{sheet.grades[name] ?? "--"}</dd>
          </div>
        ))}
        {sheet.rows.map(({ id, name, text, warning }) => (
          <div key={id} className={styles.row}>
            <dt>{name}</dt>
            <dd>
              {text !== "" && !translation ? (
                <Skeleton width="60%" />
              ) : (
                <Words segments={segmentsOf.get(id) ?? []} />
              )}
              {warning && (
                <span className={styles.warning}>
                  <Icon name="alert" size={16} /> {warning}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hasUnknown && (
        <p className={styles.legend}>
          <span className={styles.unknown}>{t("lot.sheet.underlined")}</span>{" "}
          {t("lot.sheet.unknown")}
        </p>
      )}
    </section>
  );
}

/** Translated words; the original of each appears when it is pointed at. */
function Words({ segments }: { segments: readonly Segment[] }) {
  if (segments.length === 0) return "--";
  return segments.map(({ text, from, isUnknown }, index) => {
    const isFirst = index === 0 || text === ",";
    return (
      <span key={index}>
        {isFirst ? "" : " "}
        {isUnknown ? (
          <span lang="ja" className={styles.unknown}>
            {text}
          </span>
        ) : (
          <span title={from}>{text}</span>
        )}
      </span>
    );
  });
}
