import { useId } from "react";
import type { Rating } from "../../../domain/inspection/readRating";
import { useT } from "../../providers/i18n/useT";
import { PhotoButtons } from "../gallery/PhotoButtons";
import { useReportText } from "./useReportText";
import styles from "./BikeInspection.module.css";

/** A rated section of the report: its score, the findings by item, and photos. */
export function RatingBlock({
  rating,
  title,
}: {
  rating: Rating;
  /** The name of the lot. */
  title: string;
}) {
  const t = useT();
  const id = useId();
  const report = useReportText();
  const { section, heading, score, items, photos, unread } = rating;
  const name = section ? t(`bike.ratings.${section}`) : heading;
  const found = items.filter(({ findings }) => findings.length > 0);
  const fine = items.filter(({ findings }) => findings.length === 0);
  return (
    <section className={styles.rating} aria-labelledby={id}>
      <div className={styles.ratingHead}>
        <h3 id={id}>{name || t("bike.ratings.other")}</h3>
        {score !== null && (
          <p className={styles.score}>
            <strong>{score}</strong> / 10
          </p>
        )}
      </div>
      {found.length > 0 && (
        <dl className={styles.findings}>
          {found.map(({ item, findings }, place) => (
            <div key={place}>
              <dt>{report.item(item)}</dt>
              <dd>{findings.map(report.finding).join(", ")}</dd>
            </div>
          ))}
        </dl>
      )}
      {fine.length > 0 && (
        <p className={styles.note}>
          {t("bike.ratings.fine", {
            items: fine.map(({ item }) => report.item(item)).join(", "),
          })}
        </p>
      )}
      {unread.map((text, place) => (
        <p key={place} className={styles.unread}>
          {text}
        </p>
      ))}
      {photos.length > 0 && (
        <PhotoButtons photos={photos} title={`${title}: ${name}`} />
      )}
    </section>
  );
}
