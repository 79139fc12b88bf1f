/** Returns a function that runs work with the same key one after the other. */
export function createQueues() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, result);
    try {
      return await result;
    } finally {
      if (last.get(key) === result) last.delete(key);
    }
  };
}
