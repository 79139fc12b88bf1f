import { useState } from "react";
import { serverAddress } from "../../providers/configuration";
import { useWorkspace } from "../../providers/workspace";
import { CompareToggle } from "../compare/CompareToggle";
import { useListing } from "../listing/ListingContext";
import type { CellProps } from "../registry/cells";
import { useFieldText, useKnownTexts } from "../useFieldText";
import { useRowTabIndex } from "./RowLink";
import { TwoLines } from "./TextCell";
import styles from "./cells.module.css";

/** The row's first photo beside the text of the other fields. */
export function PhotoCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [photos = "", first = "", ...rest] = fields;
  return (
    <div className={styles.photoAndText}>
      <div className={styles.comparable}>
        <RowPhoto photos={row[photos]} width={88} />
        <RowCompare row={row} />
      </div>
      <TwoLines
        main={write(first, row[first])}
        details={knownTexts(row, rest).join(" ")}
      />
    </div>
  );
}

/** The button that adds the row to the comparison, in lists that declare it. */
export function RowCompare({ row }: { row: CellProps["row"] }) {
  const { resource } = useListing();
  const { capabilities } = useWorkspace();
  const knownTexts = useKnownTexts();
  const tabIndex = useRowTabIndex();
  const id = row[resource.key];
  if (!resource.compare || !capabilities.compare || typeof id !== "string")
    return null;
  const title = knownTexts(row, resource.card?.title ?? []).join(" ") || id;
  return (
    <CompareToggle
      lot={{ list: resource.name, id, title }}
      tabIndex={tabIndex}
    />
  );
}

/**
 * The first of a row's photos in a 4:3 frame that keeps its size while the
 * photo loads or if it fails. It has no `alt`, since the row's text names it.
 * The photos of the first rows are loaded at once, others when they come near.
 */
export function RowPhoto({
  photos,
  width,
  isFirst = false,
}: {
  photos: unknown;
  width?: number;
  isFirst?: boolean;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const source = firstPhoto(photos);
  const frame = {
    className: styles.photo,
    style: width ? { width: `var(--row-photo, ${width}px)` } : undefined,
  };
  if (!source || source === failed) return <div {...frame} />;
  return (
    <img
      {...frame}
      src={serverAddress(source)}
      alt=""
      width={width ?? 320}
      height={((width ?? 320) * 3) / 4}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
      onError={() => {
        setFailed(source);
      }}
    />
  );
}

function firstPhoto(photos: unknown): string | null {
  const [first] = Array.isArray(photos) ? (photos as unknown[]) : [];
  return typeof first === "string" && first !== "" ? first : null;
}
