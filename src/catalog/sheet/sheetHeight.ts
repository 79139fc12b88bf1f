/** The usual height of the block in pixels, which is kept free while it loads. */
export const sheetHeight = 1000;
