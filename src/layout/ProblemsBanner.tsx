import { Link } from "react-router";
import { bySeverity } from "../providers/CallError";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import styles from "./OfflineBanner.module.css";

/** Shows admins the number of errors and of warnings in the declarations. */
export function ProblemsBanner() {
  const t = useT();
  const groups = bySeverity(useWorkspace().problems);
  const counts = (["errors", "warnings"] as const)
    .filter((kind) => groups[kind].length > 0)
    .map((kind) =>
      t(`workshop.problems.${kind}`, { smart_count: groups[kind].length }),
    );
  return (
    <div role="status">
      {counts.length > 0 && (
        <p className={styles.banner}>
          <Icon name="alert" />
          <Link to="/workspace">
            {t("workshop.banner", { counts: counts.join(", ") })}
          </Link>
        </p>
      )}
    </div>
  );
}
