import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { classes } from "../../ui/classes";
import type { IconName } from "../../ui/iconPaths";
import type { NoBidReason } from "../whyNoBid";
import styles from "./BidFacts.module.css";

const icons: Partial<Record<NoBidReason, IconName>> = {
  restricted: "alert",
  limit: "alert",
  uss: "alert",
};

/** Why no bid can be placed, in words, and what helps. */
export function NoBidNotice({ reason }: { reason: NoBidReason }) {
  const t = useT();
  const icon = icons[reason];
  return (
    <div
      role="status"
      className={classes(styles.notice, icon && styles.warning)}
    >
      <Icon name={icon ?? "info"} />
      <div>
        <h3 className={styles.reason}>{t(`bid.why.${reason}.title`)}</h3>
        <p>{t(`bid.why.${reason}.text`)}</p>
      </div>
    </div>
  );
}
