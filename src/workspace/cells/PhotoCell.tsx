import { useState } from "react";
import { serverAddress } from "../../providers/configuration";
import { useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { CompareToggle } from "../compare/CompareToggle";
import { useFieldText, useKnownTexts } from "../fieldText";
import { useListing } from "../listing/ListingContext";
import { useRowTitle } from "../listing/rowTitle";
import type { CellProps } from "../registry/cells";
import { useRowTabIndex, TwoLines } from "./TextCell";
import styles from "./cells.module.css";

/** The row's first photo beside the text of the other fields. */
export const PhotoCell = (props: CellProps) => <Photos {...props} most={1} />;

/** The row's first two photos beside the text of the other fields. */
export const TwoPhotosCell = (props: CellProps) => (
  <Photos {...props} most={2} />
);

function Photos({ row, fields, most }: CellProps & { most: 1 | 2 }) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [photos = "", first = "", ...rest] = fields;
  const width = most === 2 ? 66 : 72;
  return (
    <div className={classes(styles.photoAndText, most === 2 && styles.two)}>
      <RowPhoto photos={row[photos]} width={width} />
      {most === 2 && (
        <RowPhoto photos={row[photos]} position={1} width={width} />
      )}
      <TwoLines
        main={write(first, row[first])}
        details={knownTexts(row, rest).join(" ")}
      />
      <RowCompare row={row} isOnPhoto />
    </div>
  );
}

/** Whether rows of the list can be added to the comparison. */
export function useIsComparable(): boolean {
  const { resource } = useListing();
  const { isOwnServer } = useWorkspace();
  return resource.compare === true && isOwnServer;
}

/** The button that adds the row to the comparison, in lists that declare it. */
export function RowCompare({
  row,
  isOnPhoto = false,
}: {
  row: CellProps["row"];
  /** Whether it lies on the photo, where it is small and shown on demand. */
  isOnPhoto?: boolean;
}) {
  const { resource } = useListing();
  const isComparable = useIsComparable();
  const rowTitle = useRowTitle();
  const tabIndex = useRowTabIndex();
  const id = row[resource.key];
  if (!isComparable || typeof id !== "string") return null;
  return (
    <CompareToggle
      row={{ list: resource.name, id, title: rowTitle({ id, row }) }}
      tabIndex={tabIndex}
      isOnPhoto={isOnPhoto}
    />
  );
}

/**
 * One of a row's photos, by default the first, in a 4:3 frame that keeps its size while the
 * photo loads or if it fails. It has no `alt`, since the row's text names it.
 * The photos of the first rows are loaded at once, others when they come near.
 */
export function RowPhoto({
  photos,
  position = 0,
  width,
  isFirst = false,
}: {
  photos: unknown;
  position?: number;
  width?: number;
  isFirst?: boolean;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const source = photoAt(photos, position);
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

function photoAt(photos: unknown, position: number): string | null {
  const photo = Array.isArray(photos) ? (photos as unknown[])[position] : null;
  return typeof photo === "string" && photo !== "" ? photo : null;
}
