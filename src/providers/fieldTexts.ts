import type { ErrorReply } from "../../generated/schemas";

type Texts = Record<string, string[]>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The properties of a refusal; all others may be fields. */
const notFields: Readonly<Record<keyof ErrorReply | "error", true>> = {
  success: true,
  message: true,
  messageCode: true,
  requestId: true,
  errors: true,
  current: true,
  changed: true,
  problems: true,
  error: true,
};

/**
 * Returns the error texts by field from the reply of a refused call. Servers
 * put them under `errors`. In a 422 some put the fields directly into the
 * reply, with one or several texts each.
 */
export function fieldTexts(reply: unknown, status: number): Texts {
  const errors = isObject(reply) ? reply.errors : undefined;
  const fields = errors ?? (status === 422 ? reply : undefined);
  if (!isObject(fields)) return {};
  const texts: Texts = {};
  for (const [field, value] of Object.entries(fields)) {
    const list = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
      (text) => typeof text === "string",
    );
    if (!Object.hasOwn(notFields, field) && list.length > 0)
      texts[field] = list;
  }
  return texts;
}
