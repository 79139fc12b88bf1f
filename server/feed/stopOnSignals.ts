/** The exit codes of programs that a signal ends. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof codes;

/**
 * A signal that is given by the first Ctrl-C, or SIGTERM; the second one ends
 * the program at once, as it does by itself.
 */
export function stopOnSignals(onStop: () => void) {
  const stop = new AbortController();
  let code: number = codes.SIGINT;
  const handlers = (Object.keys(codes) as StopSignal[]).map((name) => {
    const handler = () => {
      code = codes[name];
      forget();
      onStop();
      stop.abort();
    };
    process.once(name, handler);
    return { name, handler };
  });
  const forget = () => {
    for (const { name, handler } of handlers) process.off(name, handler);
  };
  return { signal: stop.signal, code: () => code, forget };
}
