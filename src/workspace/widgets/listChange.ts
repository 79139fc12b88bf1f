/** The change of a list that the person has just made, which moves the focus. */
export type ListChange = {
  kind: "add" | "up" | "down" | "remove";
  index: number;
};

/** A moved entry keeps the focus on its button, or on the other one at the ends of the list. */
export function focusAfter(
  { kind, index }: ListChange,
  box: HTMLElement | null,
) {
  const entries = box?.querySelectorAll<HTMLElement>(":scope > ol > li") ?? [];
  const entry = entries[index];
  const buttonIn = (within: HTMLElement | null | undefined, move: string) =>
    within?.querySelector<HTMLElement>(`[data-move="${move}"]`);
  const target =
    kind === "add"
      ? entry?.querySelector<HTMLElement>("input, select, textarea")
      : kind === "remove"
        ? (buttonIn(entry, "remove") ?? buttonIn(box, "add"))
        : (buttonIn(entry, kind) ??
          buttonIn(entry, kind === "up" ? "down" : "up"));
  target?.focus();
}
