import type { ComponentProps, CSSProperties } from "react";
import { classes } from "./classes";
import { iconPaths, type IconName } from "./iconPaths";
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
    "--icon": maskOf(icon, isFilled),
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

const masks = new Map<string, string>();

/** Returns an icon as a CSS image, drawn with the strokes of `Icon`. */
function maskOf(icon: IconName, isFilled: boolean): string {
  const key = `${icon} ${String(isFilled)}`;
  const known = masks.get(key);
  if (known !== undefined) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="${isFilled ? "#000" : "none"}" stroke="#000" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${iconPaths[icon]}"/></svg>`;
  const mask = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  masks.set(key, mask);
  return mask;
}
