import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Icon } from "./Icon";
import type { IconName } from "./iconPaths";
import styles from "./IconButton.module.css";

type IconButtonProps = Omit<
  ComponentProps<"button">,
  "children" | "aria-label"
> & {
  icon: IconName;
  /** The accessible name, also shown as a tooltip. */
  label: string;
};

export function IconButton({
  icon,
  label,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes(styles.button, className)}
    >
      <Icon name={icon} />
    </button>
  );
}
