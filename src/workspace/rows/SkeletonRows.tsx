import { Skeleton } from "../../ui/Skeleton";
import { useListing, useListQuery } from "../listing/ListingContext";
import styles from "./SimpleTable.module.css";

/** More rows than this are below the screen anyway. */
const most = 20;

/** Rows in the size of those that come. */
export function SkeletonRows() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const count = Math.min(state.pageSize, most);
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <tr key={index} className={styles.row}>
          {resource.columns.map(({ id, cell }) => (
            <td key={id} className={styles.cell}>
              {cell === "photo" ? (
                <Skeleton width={88} height={66} />
              ) : (
                <Skeleton width="70%" />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
