import { useState } from "react";
import type {
  AuctionSheetSheet,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { Segmented } from "../../ui/Segmented";
import { CarMap } from "./CarMap";
import styles from "./DrawnSheet.module.css";

/**
 * A sheet on paper beside its translation. On narrow screens a switch
 * shows one of them; both keep their place, so that nothing moves. The
 * same damage is marked on the map and in the list.
 */
export default function DrawnSheet({
  sheet,
  canTranslate,
  translation,
  error,
  onRetry,
}: {
  sheet: AuctionSheetSheet;
  canTranslate: boolean;
  translation: AuctionSheetTranslation | undefined;
  error: unknown;
  onRetry?: () => void;
}) {
  const t = useT();
  const [side, setSide] = useState<Side>("translation");
  const [active, setActive] = useState<number | null>(null);
  const shown = canTranslate ? side : "original";
  return (
    <Box
      title={t("lot.sheet.title")}
      tools={
        canTranslate && (
          <div className={styles.switch}>
            <SideSwitch value={side} onChange={setSide} />
          </div>
        )
      }
    >
      <div className={styles.sheet} data-side={shown}>
        <div className={classes(styles.paper, styles.form)}>
          <SheetForm sheet={sheet} />
        </div>
        {canTranslate && (
          <div className={styles.translation}>
            {error && !translation ? (
              <ErrorNotice error={error} onRetry={onRetry} />
            ) : (
              <SheetTranslation sheet={sheet} translation={translation} />
            )}
          </div>
        )}
        <div className={classes(styles.paper, styles.map)}>
          <CarMap marks={sheet.marks} active={active} onActive={setActive} />
        </div>
        <div className={styles.marks}>
          <MarkList
            marks={sheet.marks}
            unreadMarks={sheet.unreadMarks}
            active={active}
            onActive={setActive}
          />
        </div>
      </div>
    </Box>
  );
}

/** The printed form of a sheet with its Japanese texts, in the style of the house. */
function SheetForm({ sheet }: { sheet: AuctionSheetSheet }) {
  const t = useT();
  const { rows, grades, style } = sheet;
  const printedGrades = [
    ["評価点", grades.overall],
    ["外装", grades.exterior],
    ["内装", grades.interior],
  ] as const;
  return (
    <section
      lang="ja"
      className={styles.printed}
      data-style={style}
      aria-label={t("lot.sheet.original")}
    >
      <p className={styles.heading}>出品票</p>
      <dl className={styles.grades}>
        {printedGrades.map(([name, grade]) => (
          <div key={name} className={styles.grade}>
            <dt>{name}</dt>
            <dd>{grade ?? "—"}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.cells}>
        {rows.map(({ id, printed, text }) => (
          <div key={id} className={styles.cell} data-row={id}>
            <dt>{printed}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Segment = AuctionSheetTranslation["rows"][number]["segments"][number];

const grades = ["overall", "exterior", "interior"] as const;

/**
 * The grades and the 31 rows of the checklist in the reader's language. Words that the dictionary
 * does not have stay Japanese and are underlined.
 */
function SheetTranslation({
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
      className={styles.translated}
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

/** The marks of the car map in words. Pointing at a line shows its place on the map. */
function MarkList({
  marks,
  unreadMarks,
  active,
  onActive,
}: Pick<AuctionSheetSheet, "marks" | "unreadMarks"> & {
  /** The index of the mark that is pointed at. */
  active: number | null;
  onActive: (index: number | null) => void;
}) {
  const t = useT();
  if (marks.length + unreadMarks.length === 0)
    return <p className={styles.note}>{t("lot.sheet.noMarks")}</p>;
  return (
    <section aria-label={t("lot.sheet.marks")}>
      <ul className={styles.markList}>
        {marks.map(({ code, panelName, meaning, isSerious }, index) => (
          <li
            key={index}
            className={classes(styles.mark, index === active && styles.active)}
            onPointerEnter={() => {
              onActive(index);
            }}
            onPointerLeave={() => {
              onActive(null);
            }}
          >
            <span className={classes(styles.code, isSerious && styles.serious)}>
              {code}
            </span>
            <span>
              {panelName}: {meaning.charAt(0).toLowerCase() + meaning.slice(1)}
            </span>
          </li>
        ))}
      </ul>
      {unreadMarks.length > 0 && (
        <p className={styles.note}>
          {t("lot.sheet.unread")}{" "}
          <span lang="ja">{unreadMarks.join(", ")}</span>
        </p>
      )}
    </section>
  );
}

/** The sides of a sheet: as it was delivered, or in the reader's language. */
export type Side = "original" | "translation";

/** Switches between a sheet and its translation. */
export function SideSwitch({
  value,
  onChange,
}: {
  value: Side;
  onChange: (side: Side) => void;
}) {
  const t = useT();
  return (
    <Segmented<Side>
      label={t("lot.sheet.show")}
      value={value}
      onChange={onChange}
      segments={[
        { value: "original", content: t("lot.sheet.original") },
        { value: "translation", content: t("lot.sheet.translation") },
      ]}
    />
  );
}
