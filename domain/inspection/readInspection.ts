import { readAddresses } from "./readAddresses";
import { readItems, type LetteredItem } from "./readItems";
import { readRating, type Rating } from "./readRating";
import { ratedSections } from "./sections";

/** The inspection of a bike. */
export type Inspection = {
  /** Addresses that a browser may open. */
  videos: string[];
  items: LetteredItem[];
  /** In the order of the report; unknown headings last. */
  ratings: Rating[];
  /** The values of all other keys, as text. */
  others: { key: string; text: string }[];
  /** Texts in the place of videos that are no addresses. */
  unread: string[];
};

/**
 * Reads the inspection of a bike as servers send it: `videos` joined by `#`, `list`
 * with lettered items, `rate` with the rated sections, and other keys. Never throws:
 * a value that does not follow the format is returned as text.
 */
export function readInspection(value: unknown): Inspection {
  const isObject =
    typeof value === "object" && value !== null && !Array.isArray(value);
  const fields = new Map<string, unknown>(
    isObject ? Object.entries(value) : [],
  );
  const take = (key: string): unknown => {
    const found = fields.get(key);
    fields.delete(key);
    return found;
  };
  const videos = readAddresses(take("videos"));
  const items = readItems(take("list"));
  const ratings = [take("rate")].flat().flatMap((entry) => {
    const rating = readRating(entry);
    return rating ? [rating] : [];
  });
  return {
    videos: videos.addresses,
    items,
    ratings: ratings.sort((one, other) => placeOf(one) - placeOf(other)),
    others: [...fields].flatMap(([key, other]) => {
      const text = textOf(other);
      return text === "" ? [] : [{ key, text }];
    }),
    unread: videos.unread,
  };
}

const placeOf = ({ section }: Rating): number => {
  const place = ratedSections.findIndex(({ id }) => id === section);
  return place < 0 ? ratedSections.length : place;
};

function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value === null || value === undefined) return "";
  return Array.isArray(value)
    ? value.map(textOf).filter(Boolean).join(", ")
    : JSON.stringify(value);
}
