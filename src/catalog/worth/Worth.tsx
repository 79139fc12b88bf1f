import { useLocaleState, useTranslate } from "ra-core";
import { useId, useState } from "react";
import { Link } from "react-router";
import { comparablesCall } from "../../../domain/lotHistory";
import { formatYen, formatNumber } from "../../../domain/money";
import type { Resource } from "../../../domain/resource";
import type { ComparablesReply, LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSharedCall } from "../../providers/sharedCall";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { formatDay } from "../../workspace/formatMoment";
import { QueryFailure } from "../../ui/QueryFailure";
import { serverNow } from "../../providers/serverClock";
import { classes } from "../../ui/classes";
import { useWorkspace } from "../../providers/workspace";
import { ConditionBadge } from "../../ui/Badge";
import { readableName } from "../../ui/readable";
import { detailPath } from "../../workspace/detailPath";
import styles from "./Worth.module.css";

type WorthProps = { resource: Resource; lot: LotDetail };

/** The market value of a coming lot: the range of its comparable sales, drawn and listed. */
export function Worth({ resource, lot }: WorthProps) {
  const t = useT();
  const { id } = lot.carCommonDetail;
  const query = useSharedCall<ComparablesReply>(comparablesCall(id));
  const { data, error } = query;
  return (
    <Box title={t("lot.worth.title")}>
      <div className={styles.worth}>
        {data && <Found resource={resource} found={data} />}
        {!data && <QueryFailure {...query} />}
        {!data && !error && <Skeleton height={190} />}
        <AverageNote lot={lot} />
      </div>
    </Box>
  );
}

type FoundProps = { resource: Resource; found: ComparablesReply };

function Found({ resource, found }: FoundProps) {
  const t = useT();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { range, count, outliers, since, sales = [], nearness } = found;
  if (!range || since === null)
    return <p className={styles.note}>{t("lot.worth.tooFew")}</p>;
  return (
    <>
      <dl className={styles.range}>
        {(["low", "middle", "high"] as const).map((name) => (
          <div key={name} className={styles[name]}>
            <dt className={styles.note}>{t(`lot.worth.${name}`)}</dt>
            <dd>{formatYen(range[name])}</dd>
          </div>
        ))}
      </dl>
      <p>
        {t("lot.worth.count", {
          smart_count: count,
          since: formatDay(since, locale),
        })}
        {outliers > 0 &&
          ` ${t("lot.worth.outliers", { smart_count: outliers })}`}
      </p>
      <p className={styles.note}>
        {translate(`lot.worth.nearness.${resource.row}.${nearness}`)}
      </p>
      {sales.length > 0 && (
        <>
          <SaleDots sales={sales} range={range} since={since} />
          <SaleList resource={resource} sales={sales} />
        </>
      )}
    </>
  );
}

/** The button that shows the table of sales. */
function SaleList({
  resource,
  sales,
}: {
  resource: Resource;
  sales: NonNullable<ComparablesReply["sales"]>;
}) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen
          ? t("lot.worth.hide")
          : t("lot.worth.show", { smart_count: sales.length })}
      </Button>
      <div id={id}>
        {isOpen && <SaleTable resource={resource} sales={sales} />}
      </div>
    </>
  );
}

/** Says which sales the average price of the lot's source is made of. */
function AverageNote({ lot }: { lot: LotDetail }) {
  const t = useT();
  const { averagePrice, averageOf = [] } = lot.bidInfo;
  if (averagePrice === null) return null;
  const values = {
    average: formatYen(averagePrice),
    smart_count: averageOf.length,
    lowest: formatYen(Math.min(...averageOf)),
    highest: formatYen(Math.max(...averageOf)),
  };
  return (
    <p className={styles.note}>
      {averageOf.length > 0
        ? t("lot.worth.averageOf", values)
        : t("lot.worth.averageUnknown", values)}
    </p>
  );
}

type Sales = NonNullable<ComparablesReply["sales"]>;

/** The height of the drawing between its lowest and its highest price, in percent. */
const inner = 88;
const margin = (100 - inner) / 2;

/**
 * The sales as dots by day and price, over the range. The table says the same, so
 * that the drawing needs only a summary for readers without sight.
 */
function SaleDots({
  sales,
  range,
  since,
}: {
  sales: Sales;
  range: NonNullable<ComparablesReply["range"]>;
  since: string;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const prices = sales.map(({ soldPrice }) => soldPrice);
  const lowest = Math.min(range.low, ...prices);
  const highest = Math.max(range.high, ...prices);
  const first = Date.parse(since);
  const now = serverNow().getTime();
  const across = (time: number) =>
    2 + (96 * (time - first)) / Math.max(1, now - first);
  const down = (price: number) =>
    margin + inner * (1 - (price - lowest) / Math.max(1, highest - lowest));
  return (
    <figure className={styles.chart}>
      <svg
        role="img"
        aria-label={t("lot.worth.chart", {
          smart_count: sales.length,
          lowest: formatYen(lowest),
          highest: formatYen(highest),
        })}
      >
        <rect
          className={styles.band}
          x="0"
          width="100%"
          y={`${down(range.high)}%`}
          height={`${Math.max(1, down(range.low) - down(range.high))}%`}
        />
        <line
          className={styles.line}
          x1="0"
          x2="100%"
          y1={`${down(range.middle)}%`}
          y2={`${down(range.middle)}%`}
        />
        {sales.map(({ id, soldPrice, auctionDate, isOutlier }) => (
          <circle
            key={id}
            className={classes(styles.dot, isOutlier && styles.outlier)}
            cx={`${across(Date.parse(auctionDate ?? since))}%`}
            cy={`${down(soldPrice)}%`}
            r="4"
          >
            <title>
              {[
                formatYen(soldPrice),
                auctionDate && formatDay(auctionDate.slice(0, 10), locale),
              ]
                .filter(Boolean)
                .join(", ")}
            </title>
          </circle>
        ))}
      </svg>
      <figcaption className={styles.axis} aria-hidden="true">
        <span>{formatDay(since, locale)}</span>
        <span>
          {formatYen(lowest)} – {formatYen(highest)}
        </span>
        <span>{t("lot.worth.today")}</span>
      </figcaption>
    </figure>
  );
}

/** The page types of past lots, by that of coming ones. */
const pastTypes: Readonly<Record<string, string>> = {
  auction: "stats",
  bikes: "bike-stats",
};

/** The comparable sales, the most comparable first. */
function SaleTable({ resource, sales }: { resource: Resource; sales: Sales }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { resources } = useWorkspace();
  const pathOf = (id: string) =>
    detailPath({
      resource: { ...resource, detailRoute: "/@lotType/:id" },
      resources,
      row: { id, lotType: pastTypes[resource.pageType ?? ""] ?? "stats" },
    });
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={t("lot.worth.table")}
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("lot.worth.day")}</th>
            <th scope="col">{t("lot.worth.price")}</th>
            <th scope="col">{t("lot.year")}</th>
            <th scope="col">{t("lot.mileage")}</th>
            <th scope="col">{t("lot.condition")}</th>
            <th scope="col">{t("lot.grade")}</th>
            <th scope="col">{t("lot.worth.house")}</th>
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => {
            const path = pathOf(sale.id);
            const day = sale.auctionDate
              ? formatDay(sale.auctionDate.slice(0, 10), locale)
              : missing;
            const { mileage, condition, grade } = sale;
            return (
              <tr key={sale.id}>
                <th scope="row">
                  {path === null ? day : <Link to={path}>{day}</Link>}
                </th>
                <td className={styles.number}>
                  {formatYen(sale.soldPrice)}
                  {sale.isOutlier && (
                    <span className={styles.mark}>
                      {t("lot.worth.outlier")}
                    </span>
                  )}
                </td>
                <td>{sale.year ?? missing}</td>
                <td className={styles.number}>
                  {mileage == null
                    ? missing
                    : t("lot.km", { number: formatNumber(mileage) })}
                </td>
                <td>
                  {condition ? <ConditionBadge grade={condition} /> : missing}
                </td>
                <td>{grade ? readableName(grade) : missing}</td>
                <td>{sale.auctionName ?? missing}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const missing = "--";
