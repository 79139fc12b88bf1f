import type { ComponentProps, CSSProperties } from "react";
import { classes } from "./classes";
import { iconMask, type IconName } from "./iconPaths";
import styles from "./IconButton.module.css";

type IconButtonProps = Omit<
  ComponentProps<"button">,
  "children" | "aria-label" | "style"
> & {
  icon: IconName;
  /** Whether the shape of the icon is filled. */
  isFilled?: boolean;
  /** The accessible name, also shown as a tooltip. */
  label: string;
};

/**
 * A button with an icon only. The icon is a mask in the colour of the text instead of
 * an element, because a list draws two buttons in each row.
 */
export function IconButton({
  icon,
  isFilled = false,
  label,
  className,
  ...rest
}: IconButtonProps) {
  const style: CSSProperties & { "--icon": string } = {
    "--icon": iconMask(icon, isFilled),
  };
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes(styles.button, className)}
      style={style}
    />
  );
}
