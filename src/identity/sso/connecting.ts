let isWished = false;

/** Notes whether the next login connects the person of single sign-on who waits for it. */
export function wishConnection(wish: boolean): void {
  isWished = wish;
}

/** Returns the part of a login's body that connects the waiting person. */
export const connection = () => (isWished ? { connect: true } : {});
