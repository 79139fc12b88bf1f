/** The reason why a feed could not be imported, for the operator. */
export class FeedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FeedError";
  }
}

/** The feed does not follow its format, or it ends too early. */
export class FeedBroken extends FeedError {}

/** The feed has no characters at all. */
export class EmptyFeed extends FeedError {
  constructor() {
    super("The feed is empty");
  }
}
