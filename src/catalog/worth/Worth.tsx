import { useLocaleState, useTranslate } from "ra-core";
import { useId, useState } from "react";
import { comparablesCall } from "../../../domain/lotHistory";
import { formatYen } from "../../../domain/money";
import type { Resource } from "../../../domain/resource";
import type { ComparablesReply, LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSharedCall } from "../../providers/sharedCall";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { formatDay } from "../../workspace/formatMoment";
import { SaleDots } from "./SaleDots";
import { SaleTable } from "./SaleTable";
import { QueryFailure } from "../../ui/QueryFailure";
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
