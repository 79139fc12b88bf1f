/**
 * Returns the text that a client gives the bank with a transfer, so that the company knows whose
 * money it is: letters and digits alone, which every bank accepts.
 *
 * @example paymentReference("2041") // "C2041"
 */
export const paymentReference = (userId: string): string => `C${userId}`;
