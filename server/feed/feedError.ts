/** Why a feed could not be imported, in words for the operator. */
export class FeedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FeedError";
  }
}

/** A text that is not what its format says, or that ends before its end. */
export class FeedBroken extends FeedError {}

/** A feed without a single character, where one was expected. */
export class EmptyFeed extends FeedError {
  constructor() {
    super("The feed is empty");
  }
}
