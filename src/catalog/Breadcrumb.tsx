import { useTranslate } from "ra-core";
import { Link } from "react-router";
import type { Resource } from "../../domain/resource";
import type { LotDetail } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { readableName } from "../ui/readableName";
import styles from "./Breadcrumb.module.css";

/** The breadcrumb: list, maker, model and lot number. */
export function Breadcrumb({
  resource,
  lot,
}: {
  resource: Resource;
  lot: LotDetail;
}) {
  const t = useT();
  const translate = useTranslate();
  const { maker, model } = lot.carInfo;
  const names = [maker, model]
    .filter((name) => name !== null)
    .map(readableName);
  return (
    <nav aria-label={t("lot.breadcrumb")}>
      <ol className={styles.way}>
        <li>
          <Link className={styles.link} to={resource.route}>
            {translate(`resources.${resource.name}.title`)}
          </Link>
        </li>
        {names.map((name, index) => (
          <li key={index} className={styles.name}>
            {name}
          </li>
        ))}
        <li aria-current="page">{lot.lotInfo.lotNumber}</li>
      </ol>
    </nav>
  );
}
