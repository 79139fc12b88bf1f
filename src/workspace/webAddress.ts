/** Whether a stored text is an address that may be opened; never a script. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
