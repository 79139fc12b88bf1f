import type { CSSProperties } from "react";
import styles from "./Skeleton.module.css";

type SkeletonProps = Pick<CSSProperties, "width" | "height" | "aspectRatio">;

/**
 * A placeholder in the size of the content that loads. It takes its place at once
 * but becomes visible after 150 ms, so that a fast response does not flash.
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
