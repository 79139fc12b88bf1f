/** After the screen is drawn and the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, 2000);
};
