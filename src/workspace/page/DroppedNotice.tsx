import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { useListQuery } from "../listing/ListingContext";
import styles from "./Notice.module.css";

/** Says which parameters were removed from the address as invalid. */
export function DroppedNotice() {
  const query = useListQuery();
  const t = useT();
  if (query.dropped.length === 0) return null;
  const params = query.dropped.map(({ param, value }) => `${param}=${value}`);
  return (
    <div className={styles.notice} role="status">
      <Icon name="info" />
      <p className={styles.text}>
        {t("list.dropped", { params: params.join(", ") })}
      </p>
      <IconButton
        icon="close"
        label={t("shell.close")}
        onClick={query.dismissDropped}
      />
    </div>
  );
}
