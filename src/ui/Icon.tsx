import { iconPaths, type IconName } from "./iconPaths";
import styles from "./Icon.module.css";

/** A decorative icon in the colour of the text beside it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
