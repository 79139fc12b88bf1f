import type { CSSProperties } from "react";
import { classes } from "./classes";
import { iconMask, type IconName } from "./iconPaths";
import styles from "./Icon.module.css";

/** A decorative icon in the colour of the text beside it. */
export function Icon({
  name,
  size = 18,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  const style: CSSProperties & { "--icon": string } = {
    "--icon": iconMask(name),
    width: size,
    height: size,
  };
  return (
    <span
      className={classes(styles.icon, className)}
      style={style}
      aria-hidden="true"
    />
  );
}
