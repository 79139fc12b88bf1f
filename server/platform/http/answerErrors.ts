import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import type { ErrorReply } from "../../../generated/schemas";
import { isDatabaseUnavailable, isStorageFull } from "../database";
import { Failure, failure, type Text } from "../errors";
import type { Messages } from "../messages";
import { reasonIn } from "../problem";
import { fieldErrors } from "./fieldErrors";
import { acceptedLanguage } from "./request";

const unavailableRetrySeconds = 2;
const storageRetrySeconds = 60;

/**
 * Answers every error in one format: code, text in the reader's language,
 * texts by field, request id. Unexpected errors are logged and answered as
 * `internal`, without any detail.
 */
export function answerErrors(app: FastifyInstance, messages: Messages): void {
  app.decorate("storage", { isFull: false });
  app.setErrorHandler((error, request, reply) => {
    const { definition } = request.routeOptions.config;
    const refusal = renameFields(toFailure(error), definition?.fieldNames);
    if (refusal.status === 500 && !hasReaderLeft(error, reply))
      request.log.error({ err: error }, "a request failed");
    if (refusal.code === "storage_full") {
      app.storage.isFull = true;
      request.log.error({ err: error }, "the storage took no write");
    }
    return answer({ refusal, request, reply, messages });
  });
}

/** Returns a refusal with other names of its fields. */
function renameFields(
  refusal: Failure,
  names: Readonly<Record<string, string>> | undefined,
): Failure {
  const { code, details } = refusal;
  if (!names || !details.errors) return refusal;
  const errors = Object.fromEntries(
    Object.entries(details.errors).map(([field, texts]) => [
      names[field] ?? field,
      texts,
    ]),
  );
  return failure(code === "invalid_request" ? "invalid_fields" : code, {
    ...details,
    errors,
  });
}

/** Whether the client disconnected before the first byte of its response. */
const hasReaderLeft = (error: unknown, reply: FastifyReply): boolean =>
  reply.raw.destroyed &&
  error instanceof Error &&
  "code" in error &&
  error.code === "ERR_STREAM_PREMATURE_CLOSE";

/** Answers malformed URLs, which Fastify rejects before any route or hook. */
export const answerBadAddress =
  (messages: Messages) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    request.language = acceptedLanguage(request.headers["accept-language"]);
    void reply.header("cache-control", "no-store");
    const refusal = failure("invalid_request");
    void answer({ refusal, request, reply, messages });
  };

/** Sends an error reply. Call it only where no error can be thrown. */
export function answer(options: {
  refusal: Failure;
  request: FastifyRequest;
  reply: FastifyReply;
  messages: Messages;
}): FastifyReply {
  const { refusal, request, reply, messages } = options;
  const { code, status, details } = refusal;
  const translate = ({ key, values }: Text) =>
    messages.translate(request.language, key, values, details.section);
  const body: ErrorReply = {
    success: false,
    messageCode: code,
    message:
      details.reason?.(request.language) ??
      translate({ key: `errors.${code}` }),
    requestId: request.id,
  };
  if (details.errors)
    body.errors = Object.fromEntries(
      Object.entries(details.errors).map(([field, texts]) => [
        field,
        texts.map(translate),
      ]),
    );
  if (details.current) body.current = { ...details.current };
  if (details.changed) body.changed = details.changed;
  if (details.problems)
    body.problems = details.problems.map((problem) => ({
      file: problem.file,
      pointer: problem.pointer,
      reason: reasonIn(problem, request.language, messages),
    }));
  if (details.retryAfter !== undefined)
    void reply.header("retry-after", Math.ceil(details.retryAfter));
  return reply.code(status).type("application/json").send(body);
}

/** Returns the error to send for a thrown one; unexpected errors are `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isStorageFull(error))
    return failure("storage_full", { retryAfter: storageRetrySeconds });
  if (isDatabaseUnavailable(error))
    return failure("unavailable", { retryAfter: unavailableRetrySeconds });
  if (!isFastifyError(error)) return failure("internal");
  if (error.validation)
    return failure("invalid_request", {
      errors: fieldErrors(error.validation),
    });
  const status = error.statusCode ?? 500;
  if (status === 413) return failure("too_large");
  // The static file server answers folders with 403.
  if (status === 404 || status === 403) return failure("not_found");
  return failure(status < 500 ? "invalid_request" : "internal");
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ("statusCode" in error || "validation" in error);
