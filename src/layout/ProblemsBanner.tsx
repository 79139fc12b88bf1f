import { Link } from "react-router";
import { useTranslate } from "ra-core";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import styles from "./OfflineBanner.module.css";

/** Tells an admin about errors in the declarations, with a link to them. */
export function ProblemsBanner() {
  const translate = useTranslate();
  const { problems } = useWorkspace();
  return (
    <div role="status">
      {problems.length > 0 && (
        <p className={styles.banner}>
          <Icon name="alert" />
          <Link to="/workspace">
            {translate("workshop.banner", { smart_count: problems.length })}
          </Link>
        </p>
      )}
    </div>
  );
}
