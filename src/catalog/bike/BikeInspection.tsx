import { useMemo } from "react";
import {
  readInspection,
  type Inspection,
} from "../../../domain/inspection/readInspection";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { FactList } from "../../ui/FactList";
import type { BikeParts } from "../../../domain/shownLot";
import { InspectionItems } from "./InspectionItems";
import { InspectionVideos } from "./InspectionVideos";
import { RatingBlock } from "./RatingBlock";
import styles from "./BikeInspection.module.css";

/** The inspection of a bike: rated sections, lettered items and videos. */
export default function BikeInspection({
  inspection,
  title,
}: Pick<BikeParts, "inspection"> & {
  /** The name of the lot. */
  title: string;
}) {
  const t = useT();
  const read = useMemo(() => readInspection(inspection), [inspection]);
  const { ratings, items, videos } = read;
  if (isEmpty(read))
    return (
      <Box title={t("bike.inspection.title")}>
        <p className={styles.empty}>{t("bike.inspection.empty")}</p>
      </Box>
    );
  return (
    <>
      {ratings.length > 0 && (
        <Box title={t("bike.ratings.title")}>
          <div className={styles.ratings}>
            {ratings.map((rating, place) => (
              <RatingBlock
                key={`${rating.heading} ${place}`}
                rating={rating}
                title={title}
              />
            ))}
          </div>
        </Box>
      )}
      {items.length > 0 && <InspectionItems items={items} />}
      {videos.length > 0 && <InspectionVideos videos={videos} />}
      <OtherParts {...read} />
    </>
  );
}

const isEmpty = ({ ratings, items, videos, others, unread }: Inspection) =>
  [ratings, items, videos, others, unread].every(({ length }) => length === 0);

/** Shows the texts of the source that belong to no other block. */
function OtherParts({ others, unread }: Inspection) {
  const t = useT();
  const facts = [
    ...others.map(({ key, text }) => ({ label: key, value: text })),
    ...(unread.length > 0
      ? [{ label: t("bike.inspection.unread"), value: unread.join(", ") }]
      : []),
  ];
  if (facts.length === 0) return null;
  return (
    <Box title={t("bike.inspection.more")}>
      <div className={styles.others}>
        <FactList layout="grid" facts={facts} />
      </div>
    </Box>
  );
}
