import { useMemo, useState, useId } from "react";
import { useLocaleState, useTranslate } from "ra-core";
import {
  readInspection,
  type Inspection,
} from "../../../domain/inspection/readInspection";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { FactBox } from "../../ui/FactList";
import type { BikeParts } from "../../../domain/shownLot";
import type { LetteredItem } from "../../../domain/inspection/readItems";
import { translateItem } from "../../../domain/inspection/translateItem";
import { serverAddress } from "../../providers/configuration";
import { Icon } from "../../ui/Icon";
import type { Rating } from "../../../domain/inspection/readRating";
import { PhotoButtons } from "../gallery/PhotoButtons";
import styles from "./BikeInspection.module.css";

/** The inspection of a bike: rated sections, lettered items and videos. */
export default function BikeInspection({
  inspection,
  title,
}: Pick<BikeParts, "inspection"> & {
  /** The name of the lot. */
  title: string;
}) {
  const t = useT();
  const read = useMemo(() => readInspection(inspection), [inspection]);
  const { ratings, items, videos } = read;
  if (isEmpty(read))
    return (
      <Box title={t("bike.inspection.title")}>
        <p className={styles.empty}>{t("bike.inspection.empty")}</p>
      </Box>
    );
  return (
    <>
      {ratings.length > 0 && (
        <Box title={t("bike.ratings.title")}>
          <div className={styles.ratings}>
            {ratings.map((rating, place) => (
              <RatingBlock
                key={`${rating.heading} ${place}`}
                rating={rating}
                title={title}
              />
            ))}
          </div>
        </Box>
      )}
      {items.length > 0 && <InspectionItems items={items} />}
      {videos.length > 0 && <InspectionVideos videos={videos} />}
      <OtherParts {...read} />
    </>
  );
}

const isEmpty = ({ ratings, items, videos, others, unread }: Inspection) =>
  [ratings, items, videos, others, unread].every(({ length }) => length === 0);

/** Shows the texts of the source that belong to no other block. */
function OtherParts({ others, unread }: Inspection) {
  const t = useT();
  const facts = [
    ...others.map(({ key, text }) => ({ label: key, value: text })),
    ...(unread.length > 0
      ? [{ label: t("bike.inspection.unread"), value: unread.join(", ") }]
      : []),
  ];
  if (facts.length === 0) return null;
  return <FactBox title={t("bike.inspection.more")} facts={facts} />;
}

/**
 * The lettered items of the inspection sheet in the reader's language. Words without a
 * translation stay as they are and are underlined.
 */
function InspectionItems({ items }: { items: readonly LetteredItem[] }) {
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

/** Addresses of moving pictures, which browsers load as images. */
const picture = /\.(svg|gif|webp|png|jpe?g)$/iu;

/**
 * The videos of a bike with their first picture. Each opens in a new tab. Videos
 * that the browser cannot load are hidden.
 */
function InspectionVideos({ videos }: { videos: readonly string[] }) {
  const t = useT();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = videos.filter((video) => !failed.includes(video));
  if (shown.length === 0) return null;
  return (
    <Box title={t("bike.videos.title")}>
      <ul className={styles.videos}>
        {shown.map((video, place) => {
          const address = serverAddress(video);
          const hide = () => {
            setFailed((known) => [...known, video]);
          };
          return (
            <li key={video}>
              <a
                className={styles.video}
                href={address}
                target="_blank"
                rel="noopener noreferrer"
              >
                {picture.test(video) ? (
                  <img
                    className={styles.still}
                    src={address}
                    alt=""
                    loading="lazy"
                    onError={hide}
                  />
                ) : (
                  <video
                    className={styles.still}
                    src={address}
                    preload="metadata"
                    muted
                    playsInline
                    tabIndex={-1}
                    aria-hidden="true"
                    onError={hide}
                  />
                )}
                <span className={styles.videoName}>
                  <Icon name="external" size={16} />
                  {t("bike.videos.open", {
                    index: place + 1,
                    total: shown.length,
                  })}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

/** A rated section of the report: its score, the findings by item, and photos. */
function RatingBlock({
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

/** `Turn-signal` becomes `turn_signal`. */
const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/gu, "_");

/**
 * Returns how to write items and findings of a report in the reader's language.
 * Unknown words stay as the auction house writes them.
 */
function useReportText(): {
  item: (name: string) => string;
  finding: (text: string) => string;
  /** Returns an item or a finding in the reader's language, null if it is unknown. */
  known: (text: string) => string | null;
} {
  const translate = useTranslate();
  const item = (name: string) =>
    translate(`bike.item.${keyOf(name)}`, { _: name });
  const finding = (text: string) => {
    const [, name = text, level] = /^(.*\S)\s+Lv(\d)$/u.exec(text) ?? [];
    const words = translate(`bike.finding.${keyOf(name)}`, { _: name });
    return level === undefined
      ? words
      : translate("bike.findingLevel", { finding: words, level });
  };
  return {
    item,
    finding,
    known: (text) => {
      const [found] = [item(text), finding(text)].filter(
        (written) => written !== text,
      );
      return found ?? null;
    },
  };
}
