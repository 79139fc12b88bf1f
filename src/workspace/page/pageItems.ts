const siblings = 1;
const boundaries = 1;

export type PageItem = number | "gap";

/**
 * The pages that a paginator offers: the ends, the present page with its
 * neighbours, and gaps between; a gap of one page is that page.
 */
export function pageItems(page: number, count: number): PageItem[] {
  const isOffered = (number: number) =>
    number <= boundaries ||
    number > count - boundaries ||
    Math.abs(number - page) <= siblings;
  const items: PageItem[] = [];
  let last = 0;
  for (let number = 1; number <= count; number += 1) {
    if (!isOffered(number)) continue;
    if (number - last === 2) items.push(number - 1);
    else if (number - last > 2) items.push("gap");
    items.push(number);
    last = number;
  }
  return items;
}
