import { useT } from "../providers/i18n/useT";
import { Skeleton } from "../ui/Skeleton";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import styles from "./LotPage.module.css";

/** The placeholder of a lot that is loading. */
export function LotSkeleton() {
  const t = useT();
  return (
    <div aria-busy="true">
      <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
      <div className={styles.head}>
        <Skeleton width="min(420px, 80%)" height={32} />
        <Skeleton width="min(300px, 60%)" height={20} />
      </div>
      <div className={styles.grid}>
        <div className={styles.gallery}>
          <Skeleton aspectRatio="4 / 3" />
        </div>
        <div className={styles.panel}>
          <Skeleton height={420} />
        </div>
        <div className={styles.facts}>
          <Skeleton height={180} />
        </div>
      </div>
    </div>
  );
}
