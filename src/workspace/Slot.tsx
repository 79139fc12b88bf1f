import { createElement, Suspense, type ComponentProps } from "react";
import type { SlotName } from "./registry/areaModule";
import { slotsOf } from "./registry/areas";

type Props<Name extends SlotName> = ComponentProps<
  ReturnType<typeof slotsOf<Name>>[number][0]
>;

/**
 * Draws what the areas add to a place of a resource's page, and `children` if
 * they add nothing.
 *
 * @example <Slot name="toolbar" with={{ resource }} />
 */
export function Slot<Name extends SlotName>({
  name,
  with: props,
  children = null,
}: {
  name: Name;
  with: Props<Name>;
  children?: React.ReactNode;
}) {
  const parts = slotsOf(props.resource, name);
  if (parts.length === 0) return children;
  return (
    <Suspense fallback={null}>
      {parts.map(([Part], index) =>
        createElement(Part, { key: index, ...props }),
      )}
    </Suspense>
  );
}
