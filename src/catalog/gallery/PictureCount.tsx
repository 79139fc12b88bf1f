import { useT } from "../../providers/i18n/useT";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import styles from "./Gallery.module.css";

/** The number of the photo and of all photos; announced when it changes. */
export function PictureCount({
  index,
  total,
}: {
  index: number;
  total: number;
}) {
  const t = useT();
  return (
    <p className={styles.count} aria-live="polite">
      <VisuallyHidden>
        {t("lot.gallery.photo", { index: index + 1, total })}
      </VisuallyHidden>
      <span aria-hidden="true">
        {index + 1} / {total}
      </span>
    </p>
  );
}
