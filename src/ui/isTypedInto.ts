const typing =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/** Returns whether the element, or one around it, takes what somebody types. */
export const isTypedInto = (element: Element | null): boolean =>
  element?.closest(typing) != null;
