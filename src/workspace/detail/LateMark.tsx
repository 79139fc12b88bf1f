import { StatusPill } from "../../ui/Badge";

/** The mark beside a day that has passed. */
export const LateMark = ({ children }: { children: string }) => (
  <>
    {" "}
    <StatusPill tone="red">{children}</StatusPill>
  </>
);
