/** SVG paths of the icons, on a grid of 20 by 20. */
export const iconPaths = {
  alert: "M10 3 2.5 16.5h15zM10 8v4m0 2.2v.1",
  arrowDown: "M10 4v12m-5-5 5 5 5-5",
  arrowUp: "M10 16V4M5 9l5-5 5 5",
  bike: "M5 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm10 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM5 12h5l3-6h2",
  board: "M3 4h4v12H3zm5 0h4v8H8zm5 0h4v5h-4z",
  calendar: "M3.5 5h13v11.5h-13zm0 4h13M7 3v3m6-3v3",
  car: "M3 12l2-5h10l2 5v4h-2.5v-1.5h-9V16H3zm0 0h14",
  cards: "M3 4h14v5H3zm0 7h14v5H3z",
  chart: "M3 17h14M5.5 14v-4M10 14V5m4.5 9V8",
  chat: "M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5zM7 8h6M7 10.5h4",
  check: "m4 10.5 4 4 8-9",
  chevronDown: "m5.5 8 4.5 4.5L14.5 8",
  chevronLeft: "M12 5l-5 5 5 5",
  chevronRight: "m8 5 5 5-5 5",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm0-11v4l2.5 2",
  close: "m5 5 10 10M15 5 5 15",
  compare:
    "M10 3v14m-4 0h8M4 6h12M4 6l-2.5 5.5a2.6 2.6 0 0 0 5 0zm12 0-2.5 5.5a2.6 2.6 0 0 0 5 0z",
  copy: "M7 7h9v9H7zM4 13V4h9",
  dashboard: "M3 3h6v8H3zm8 0h6v5h-6zm0 7h6v7h-6zm-8 3h6v4H3z",
  download: "M10 3v9m-4-4 4 4 4-4M4 16h12",
  edit: "M4 16h3l9-9-3-3-9 9zM11 6l3 3",
  expand: "M12 4h4v4M8 16H4v-4M16 4l-5 5m-7 7 5-5",
  external: "M8 5H4v11h11v-4m-4-8h5v5m0-5-7 7",
  eye: "M2 10c3-6 13-6 16 0-3 6-13 6-16 0zm8 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  eyeOff:
    "M3 3l14 14M8 5.8c4-1 8 .7 10 4.2-.7 1.2-1.6 2.2-2.7 2.9M5 7.3C3.8 8 2.7 8.9 2 10c2.3 4 7 5.5 11 3.9",
  filter: "M3 5h14M6 10h8m-6 5h4",
  gavel: "M4 16.5h8M6 13l7-7M9 4l6 6m-4-8 6 6",
  grid: "M3 3h6v6H3zm8 0h6v6h-6zm0 8h6v6h-6zm-8 0h6v6H3z",
  heart: "M10 16.5l-6-6a4 4 0 0 1 6-5 4 4 0 0 1 6 5z",
  history: "M10 5.5V10l3 2M3.5 8A7 7 0 1 1 3 10.5M3.5 4v4h4",
  info: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm0-8v4.5m0-7v.1",
  list: "M3 5h14M3 10h14M3 15h14",
  logout: "M8 4H4v12h4m3-9 3 3-3 3m3-3H8",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  minus: "M4 10h12",
  moon: "M16 12A6.5 6.5 0 0 1 8 4a6.5 6.5 0 1 0 8 8z",
  more: "M10 4.5v.1m0 5.4v.1m0 5.4v.1",
  move: "M3 10h13m-5-5 5 5-5 5M3 4v12",
  offline:
    "M3 3l14 14M6 12.5a6 6 0 0 1 3-1.5m-6-2a10 10 0 0 1 3.5-2M10 16h.1M11 7c2.4.2 4.6 1.1 6 2.5",
  payments: "M3 5h14v10H3zm0 4h14",
  plus: "M10 4v12M4 10h12",
  redo: "M13 4l4 4-4 4m4-4H8a4.5 4.5 0 0 0 0 9h3",
  reload: "M16 10a6 6 0 1 1-2-4.5L16 7m0-4v4h-4",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zm4-1.5 4 4",
  share: "M10 12V3m-3 3 3-3 3 3M5 10v6h10v-6",
  sidebar: "M3 4h14v12H3zm5 0v12",
  sort: "M6 4v12m-3-3 3 3 3-3m5 3V4m-3 3 3-3 3 3",
  star: "m10 3 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.4 5.5 16.8l.9-5L2.8 8.3l5-.7z",
  sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10 2v2m0 12v2M2 10h2m12 0h2M4.5 4.5l1.4 1.4m8.2 8.2 1.4 1.4m0-11-1.4 1.4m-8.2 8.2-1.4 1.4",
  table: "M3 4h14v12H3zm0 4h14M3 12h14",
  tag: "M3 10l7-7h6v6l-7 7zm10.5-4.5h.1",
  trash: "M4 6h12M8 6V4h4v2m-6.5 0 .7 10h7.6l.7-10M8.5 9v4m3-4v4",
  undo: "M7 4 3 8l4 4M3 8h9a4.5 4.5 0 0 1 0 9H9",
  user: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-6 7c1-4.5 11-4.5 12 0",
  wrench:
    "M16.5 6.5a4 4 0 0 1-5.3 4.6L5.7 16.6a1.6 1.6 0 0 1-2.3-2.3l5.5-5.5a4 4 0 0 1 4.6-5.3L11 6l.6 2.4L14 9z",
} as const;

export type IconName = keyof typeof iconPaths;

/** Whether an icon of this name exists. */
export const isIconName = (name: string | undefined): name is IconName =>
  name !== undefined && Object.hasOwn(iconPaths, name);

const masks = new Map<string, string>();

/**
 * Returns an icon as a CSS image for `mask`, which draws the icon in the colour of the
 * text without an element of its own.
 */
export function iconMask(icon: IconName, isFilled = false): string {
  const key = `${icon} ${String(isFilled)}`;
  const known = masks.get(key);
  if (known !== undefined) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="${isFilled ? "#000" : "none"}" stroke="#000" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${iconPaths[icon]}"/></svg>`;
  const mask = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  masks.set(key, mask);
  return mask;
}
