import type { Random } from "../random";

/** The inspection of a bike in the feed. */
type Info = {
  rate: { txt: string; img: string }[];
  list: string;
  video: string[];
};

/**
 * Returns an inspection as people write it. One in eight has another dash, doubled
 * separators, a remark without a letter, or a section without a score.
 */
export function writtenByHand(random: Random, info: Info): Info {
  const slip = Math.floor(random() * 32);
  const { list, rate } = info;
  if (slip === 0)
    return { ...info, list: list.replaceAll(/(^|#)([A-Z])-/gu, "$1$2 – ") };
  if (slip === 1) return { ...info, list: `#${list.replaceAll("#", "##")}#` };
  if (slip === 2)
    return { ...info, list: `${list}#Starts after several attempts` };
  if (slip !== 3) return info;
  return {
    ...info,
    rate: rate.map(({ txt, img }, place) => ({
      txt: place === 0 ? txt.replace(/:\d+#/u, ":?##") : txt,
      img,
    })),
  };
}
