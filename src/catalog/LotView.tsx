import type { ReactNode } from "react";
import type { Resource } from "../../domain/resource";
import type { LotDetail } from "../../generated/schemas";
import { PageHeader } from "../layout/PageHeader";
import { Breadcrumb } from "./Breadcrumb";
import { Gallery } from "./gallery/Gallery";
import { LotFacts } from "./LotFacts";
import { LotHead } from "./LotHead";
import { lotTitle } from "./lotTitle";
import styles from "./LotPage.module.css";

type LotViewProps = {
  resource: Resource;
  lot: LotDetail;
  panel: (lot: LotDetail) => ReactNode;
};

/** A loaded lot: photos, facts and the panel beside them. */
export function LotView({ resource, lot, panel }: LotViewProps) {
  const title = lotTitle(lot);
  return (
    <>
      <PageHeader
        title={title}
        lead={<Breadcrumb resource={resource} lot={lot} />}
      />
      <article className={styles.page}>
        <LotHead title={title} lot={lot} />
        <div className={styles.grid}>
          <div className={styles.gallery}>
            <Gallery
              key={lot.carCommonDetail.id}
              title={title}
              {...lot.lotImages}
            />
          </div>
          <div className={styles.panel}>{panel(lot)}</div>
          <div className={styles.facts}>
            <LotFacts lot={lot} />
          </div>
        </div>
      </article>
    </>
  );
}
