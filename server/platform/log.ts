import { pino, type DestinationStream, type Logger } from "pino";

/** Properties that may hold a secret or personal data. */
const secret = ["authorization", "cookie", "email", "password", "token", "url"];

/**
 * Returns the program's log, which writes one JSON object per line. It logs
 * only name, code and stack of an error, because other properties may hold
 * values of a row. It leaves out properties with the name of a secret.
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
