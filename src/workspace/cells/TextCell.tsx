import { createContext, useContext, type ReactNode } from "react";
import { Link } from "react-router";
import { formatNumber } from "../../../domain/money";
import { classes } from "../../ui/classes";
import {
  useFieldText,
  useKnownTexts,
  noValue,
  useTextTools,
} from "../fieldText";
import { splitMoment } from "../formatMoment";
import type { CellProps } from "../registry/cells";
import { useFieldLabel } from "../useLabels";
import styles from "./cells.module.css";

/** Any fields as text: the first as the main line, the others below it. */
export function TextCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = fields;
  const text = write(first, row[first], row);
  return <TwoLines main={text} details={knownTexts(row, rest).join(" · ")} />;
}

/**
 * The layout of most cells: a main line and smaller details below it. A table
 * has hundreds of cells, so both lines are direct children of the cell.
 */
export function TwoLines({
  main,
  isPlain = false,
  details,
}: {
  main: ReactNode;
  /** Whether the main line is of normal weight. */
  isPlain?: boolean;
  /** Text, or an element with the class `details`. */
  details?: ReactNode;
}) {
  return (
    <>
      <RowLink
        className={classes(styles.main, isPlain && styles.plain)}
        title={typeof main === "string" ? main : undefined}
      >
        {main}
      </RowLink>
      {typeof details === "string" && details !== "" ? (
        <div className={styles.details} title={details}>
          {details}
        </div>
      ) : (
        details
      )}
    </>
  );
}

export type RowLinkTarget = {
  href: string;
  /** Called when the row is opened, with any mouse button or by key. */
  onOpen: () => void;
  /** Rows that the person may edit open in this tab, others in a new one. */
  isSameTab: boolean;
  /** -1 in all rows but one of a table that is a single tab stop. */
  tabIndex?: number;
};

const RowLinkContext = createContext<RowLinkTarget | null>(null);

export const RowLinkProvider = RowLinkContext.Provider;

const RowTabIndexContext = createContext<number | undefined>(undefined);

/** Gives the controls of a row their tab index without rendering the row's cells. */
export const RowTabIndexProvider = RowTabIndexContext.Provider;

/** Returns the tab index of the controls of a row in a table that is one tab stop. */
export function useRowTabIndex(): number | undefined {
  const ofRow = useContext(RowTabIndexContext);
  const link = useContext(RowLinkContext);
  return ofRow ?? link?.tabIndex;
}

type RowLinkProps = {
  children: ReactNode;
  className?: string;
  /** A tooltip. A link covers the whole row and shows no tooltip. */
  title?: string;
};

/**
 * The link to a row's page. Plain text outside a
 * `RowLinkProvider`, as in all cells but the first, and in rows without a page.
 */
export function RowLink({ children, className, title }: RowLinkProps) {
  const target = useContext(RowLinkContext);
  if (!target)
    return (
      <span className={classes(styles.strong, className)} title={title}>
        {children}
      </span>
    );
  return (
    <Link
      className={classes(styles.link, className)}
      to={target.href}
      {...(target.isSameTab ? {} : { target: "_blank", rel: "noopener" })}
      tabIndex={target.tabIndex}
      onClick={target.onOpen}
      onAuxClick={target.onOpen}
      data-row-link
    >
      {children}
    </Link>
  );
}

/** A day and its time, and the other fields below. */
export function MomentCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const { locale } = useTextTools();
  const [date = "", ...rest] = fields;
  const value = row[date];
  const { day, time } =
    typeof value === "string"
      ? splitMoment(value, locale)
      : { day: noValue, time: null };
  return (
    <TwoLines
      main={
        time ? (
          <>
            {day}, <b className={styles.strong}>{time}</b>
          </>
        ) : (
          day
        )
      }
      isPlain
      details={rest.map((name) => write(name, row[name])).join(" · ")}
    />
  );
}

/**
 * A price without the yen sign, which the column heading implies. Further
 * prices appear below with their labels, if they have a value. The style of the
 * price is that of the table cell: a table has hundreds of prices.
 */
export function PriceCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const [first = "", ...rest] = fields;
  const amount = row[first];
  return (
    <>
      {typeof amount === "number" ? (
        formatNumber(amount)
      ) : (
        <span className={styles.unpriced}>{write(first, null)}</span>
      )}
      {rest
        .filter((name) => typeof row[name] === "number")
        .map((name) => (
          <div key={name} className={styles.priceDetails}>
            {label(name)} {write(name, row[name])}
          </div>
        ))}
    </>
  );
}
