const bare = /&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z][a-zA-Z\d]{0,30};)/g;
/** An ampersand at the end of a piece, which the next one may complete. */
const unfinished = /&[#a-zA-Z\d]{0,32}$/;

/**
 * Makes the function that writes `&amp;` for each `&` that begins no entity,
 * as in addresses of pictures, from the pieces of a text; null ends it.
 */
export function bareAmpersands(): (piece: string | null) => string {
  let held = "";
  return (piece) => {
    const text = held + (piece ?? "");
    const end = piece === null ? -1 : text.search(unfinished);
    held = end === -1 ? "" : text.slice(end);
    const whole = end === -1 ? text : text.slice(0, end);
    return whole.includes("&") ? whole.replace(bare, "&amp;") : whole;
  };
}
