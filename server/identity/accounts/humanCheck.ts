import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";

/** Less than the deadline of a request. */
const longestMs = 3_000;

type CheckContext = Pick<Context, "config" | "log">;

/**
 * Asks the service against robots of the settings whether a person has passed its check. Without
 * such a service everybody passes. Throws human_check_failed for a missing or wrong answer,
 * and if the service does not reply within three seconds.
 */
export async function assertHuman(
  { config, log }: CheckContext,
  { answer, address }: { answer: string | undefined; address: string },
): Promise<void> {
  const { humanCheckUrl, humanCheckSecret } = config;
  if (humanCheckUrl === "") return;
  if (!answer) throw failure("human_check_failed");
  const body = new URLSearchParams({
    secret: humanCheckSecret,
    response: answer,
    remoteip: address,
  });
  let reply: unknown;
  try {
    const response = await fetch(humanCheckUrl, {
      method: "POST",
      redirect: "error",
      body,
      signal: AbortSignal.timeout(longestMs),
    });
    reply = await response.json();
  } catch (error) {
    log.error({ err: error }, "the check against robots did not reply");
    throw failure("human_check_failed");
  }
  if (!isPassed(reply)) throw failure("human_check_failed");
}

const isPassed = (reply: unknown): boolean =>
  typeof reply === "object" &&
  reply !== null &&
  "success" in reply &&
  reply.success === true;

/** Returns what pages need to show the check; nothing without a check. */
export const humanCheckOfPages = ({ config }: Pick<CheckContext, "config">) =>
  config.humanCheckUrl === ""
    ? {}
    : {
        humanCheck: {
          script: config.humanCheckScript,
          siteKey: config.humanCheckSiteKey,
        },
      };
