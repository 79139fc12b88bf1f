import type { CSSProperties } from "react";
import styles from "./Skeleton.module.css";

type SkeletonProps = Pick<CSSProperties, "width" | "height" | "aspectRatio">;

/**
 * A stand-in in the size of what comes. It keeps its place at once and is seen
 * only after 150 ms, so that a quick answer does not flash.
 */
export function Skeleton({
  width = "100%",
  height,
  aspectRatio,
}: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{
        width,
        height: height ?? (aspectRatio ? undefined : 16),
        aspectRatio,
      }}
      aria-hidden="true"
    />
  );
}
