import { useState } from "react";
import { serverAddress } from "../../providers/configuration";
import styles from "./RowPhoto.module.css";

const firstOf = (photos: unknown): string | null => {
  const [first] = Array.isArray(photos) ? (photos as unknown[]) : [];
  return typeof first === "string" && first !== "" ? first : null;
};

/**
 * A row's first photo, 4:3, on a light ground that keeps its place while the
 * photo loads; one that fails is hidden. The row's words name it.
 */
export function RowPhoto({
  photos,
  width,
}: {
  photos: unknown;
  width?: number;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const source = firstOf(photos);
  return (
    <div
      className={styles.frame}
      style={width ? { width: `var(--row-photo, ${width}px)` } : undefined}
    >
      {source && source !== failed ? (
        <img
          className={styles.photo}
          src={serverAddress(source)}
          alt=""
          width={width ?? 320}
          height={((width ?? 320) * 3) / 4}
          loading="lazy"
          decoding="async"
          onError={() => {
            setFailed(source);
          }}
        />
      ) : null}
    </div>
  );
}
