import { useLocaleState } from "ra-core";
import { Link } from "react-router";
import { formatNumber, formatYen } from "../../../domain/money";
import type { Resource } from "../../../domain/resource";
import type { ComparablesReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { ConditionBadge } from "../../ui/Badge";
import { readableName } from "../../ui/readable";
import { detailPath } from "../../workspace/detailPath";
import { formatDay } from "../../workspace/formatMoment";
import styles from "./Worth.module.css";

/** The page types of past lots, by that of coming ones. */
const pastTypes: Readonly<Record<string, string>> = {
  auction: "stats",
  bikes: "bike-stats",
};

type Sales = NonNullable<ComparablesReply["sales"]>;

/** The comparable sales, the most comparable first. */
export function SaleTable({
  resource,
  sales,
}: {
  resource: Resource;
  sales: Sales;
}) {
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
