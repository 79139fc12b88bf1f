import { pino, type DestinationStream, type Logger } from "pino";

/** Names under which a secret or a person's address could be logged. */
const secret = ["authorization", "cookie", "email", "password", "token", "url"];

/**
 * The program's log, one JSON object a line. Of an error its name, code,
 * message and stack are kept: other properties may hold a row's values. What
 * stands under the name of a secret is left out.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        remove: true,
      },
      serializers: { err: describeError, error: describeError },
    },
    destination,
  );
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    name: error.name,
    code: "code" in error ? error.code : undefined,
    stack: error.stack,
    cause: error.cause ? describeError(error.cause) : undefined,
  };
}
