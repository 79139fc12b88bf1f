import type { FastifyInstance } from "fastify";
import type { Clock } from "../platform/clock";
import { failure } from "../platform/errors";
import { networkOf } from "../platform/http/network";
import { bodyCall, route } from "../platform/http/route";

/** Limits of the reports that are logged in a minute, by network and in total. */
const mostOfAddress = 10;
const mostOfAll = 100;
const minuteMs = 60_000;

/**
 * Registers the public call by which a page reports an error of the browser program.
 * The schema of its body has no room for texts, so that no personal data get into the
 * log.
 */
export function registerPageErrors(
  app: FastifyInstance,
  { clock }: { clock: Clock },
): void {
  const isWithinLimits = createLimits(clock);
  route(app, {
    method: "POST",
    url: "/errors",
    access: "public",
    ...bodyCall("report-error"),
    summary: "Report an error of the browser program to the log",
    handler: (request) => {
      if (!isWithinLimits(networkOf(request.ip)))
        throw failure("too_many_requests", { retryAfter: minuteMs / 1000 });
      request.log.warn({ page: request.body }, "a page reported an error");
      return { success: true };
    },
  });
}

/** Returns a function that counts a report and tells whether it is within the limits. */
function createLimits(clock: Clock): (address: string) => boolean {
  const ofAddresses = new Map<string, number>();
  let ofAll = 0;
  let minute = 0;
  return (address) => {
    const present = Math.floor(clock.now().getTime() / minuteMs);
    if (present !== minute) {
      minute = present;
      ofAll = 0;
      ofAddresses.clear();
    }
    const count = ofAddresses.get(address) ?? 0;
    if (count >= mostOfAddress || ofAll >= mostOfAll) return false;
    ofAddresses.set(address, count + 1);
    ofAll += 1;
    return true;
  };
}
