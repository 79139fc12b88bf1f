import type { Notice, Resource } from "../../domain/resource";
import type { Context } from "../workspace/context";

/** A notice with the list that declares it. */
export type ListNotice = { resource: Resource; notice: Notice };

/** Returns the notices of all lists that are sent on one of these occasions. */
export const noticesOn = (
  { workspace }: { workspace: Pick<Context["workspace"], "resources"> },
  ...occasions: readonly Notice["on"][]
): ListNotice[] =>
  workspace
    .resources()
    .flatMap((resource) =>
      (resource.notices ?? [])
        .filter((notice) => occasions.includes(notice.on))
        .map((notice) => ({ resource, notice })),
    );

/** Returns a notice by the names that are stored; undefined if it is not declared any more. */
export const findNotice = (
  context: { workspace: Pick<Context["workspace"], "resources"> },
  stored: { resource: string; notice: string; isScheduled: boolean },
): ListNotice | undefined =>
  noticesOn(
    context,
    ...(stored.isScheduled
      ? (["schedule"] as const)
      : (["change", "difference"] as const)),
  ).find(
    ({ resource, notice }) =>
      resource.name === stored.resource && notice.id === stored.notice,
  );

/** Returns a function that logs the failure of a notice once, until it works again. */
export function logOnce({ log }: Pick<Context, "log">) {
  const failed = new Set<string>();
  const nameOf = ({ resource, notice }: ListNotice) =>
    `${resource.name}/${notice.id}`;
  return {
    failed: (of: ListNotice, error: unknown) => {
      const name = nameOf(of);
      if (failed.has(name)) return;
      failed.add(name);
      log.error({ err: error, notice: name }, "a notice failed");
    },
    worked: (of: ListNotice) => {
      failed.delete(nameOf(of));
    },
  };
}
