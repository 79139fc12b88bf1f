import { readAddresses } from "./readAddresses";
import { sectionOfHeading, ratedSections, type RatedSection } from "./sections";
import { afterDash, indexOfDash, isFiller } from "./text";

/** An item of a rated section and the inspector's findings; empty if it is fine. */
export type CheckedItem = { item: string; findings: string[] };

/** A rated section of the inspection report. */
export type Rating = {
  /** Undefined for an unknown heading. */
  section: RatedSection["id"] | undefined;
  heading: string;
  /** 0 to 10; null if the source sends none. */
  score: number | null;
  items: CheckedItem[];
  photos: string[];
  /** The texts that do not follow the format. */
  unread: string[];
};

/**
 * Reads a rated section: `{ txt: "Front:6#Tube outer-Rust Lv1,Front Tire-,-", img }`,
 * with a heading and a score before the first `#`, then the items with their
 * findings, and photos joined by `#`. Texts that do not follow the format are
 * returned in `unread`. Returns null for an entry without text and photos.
 */
export function readRating(entry: unknown): Rating | null {
  const { txt, img } = fieldsOf(entry);
  const text = typeof txt === "string" ? txt.trim() : "";
  const photos = readAddresses(img);
  if (isFiller(text) && photos.addresses.length + photos.unread.length === 0)
    return null;
  const [first = "", ...others] = text.split(/[#＃]/u);
  const head = readHead(first);
  // Without a heading, the part before the first `#` has items too.
  const parts = head ? others : [first, ...others];
  const section = sectionOfHeading(head?.heading ?? "");
  const { items, unread } = readCheckedItems(parts, section);
  return {
    section: section?.id,
    heading: head?.heading ?? "",
    score: head?.score ?? null,
    items,
    photos: photos.addresses,
    unread: [...(head?.unread ?? []), ...unread, ...photos.unread],
  };
}

const fieldsOf = (entry: unknown): { txt?: unknown; img?: unknown } => {
  if (typeof entry === "string") return { txt: entry };
  return typeof entry === "object" && entry !== null ? entry : {};
};

/** Reads `Engine:5`; null for a text that is no heading. */
function readHead(
  text: string,
): { heading: string; score: number | null; unread: string[] } | null {
  const colon = text.search(/[:：]/u);
  if (colon < 0)
    return sectionOfHeading(text)
      ? { heading: text.trim(), score: null, unread: [] }
      : null;
  const heading = text.slice(0, colon).trim();
  const written = text.slice(colon + 1).trim();
  const digits = written.normalize("NFKC");
  const score = /^\d{1,2}(\.\d)?$/u.test(digits) ? Number(digits) : null;
  if (heading === "" || (score === null && !sectionOfHeading(heading)))
    return null;
  const isScore = score !== null && score <= 10;
  const unread = isScore || isFiller(written) ? [] : [written];
  return { heading, score: isScore ? score : null, unread };
}

/** Reads items; a text without an item is a further finding of the item before it. */
function readCheckedItems(
  parts: readonly string[],
  section: RatedSection | undefined,
): Pick<Rating, "items" | "unread"> {
  const items: CheckedItem[] = [];
  const unread: string[] = [];
  for (const text of parts.flatMap((part) => part.split(/[,，、]/u))) {
    const written = text.trim();
    if (isFiller(written)) continue;
    const known = splitItem(written, section);
    const last = items.at(-1);
    if (known) {
      const { item, finding } = known;
      items.push({ item, findings: isFiller(finding) ? [] : [finding] });
    } else if (last) last.findings.push(written);
    else unread.push(written);
  }
  return { items, unread };
}

/**
 * Returns an item and its finding, null for a text without an item. Names of items
 * can contain a dash, such as `Turn-signal`, so that known names are tried first.
 */
function splitItem(
  text: string,
  section: RatedSection | undefined,
): { item: string; finding: string } | null {
  const known = section?.items ?? ratedSections.flatMap(({ items }) => items);
  for (const item of known) {
    if (!text.toLowerCase().startsWith(item.toLowerCase())) continue;
    const finding = afterDash(text.slice(item.length));
    if (finding !== null) return { item, finding };
  }
  const dash = indexOfDash(text);
  const item = text.slice(0, Math.max(0, dash)).trim();
  return item === "" ? null : { item, finding: text.slice(dash + 1).trim() };
}
