import { useQuery } from "@tanstack/react-query";
import type { Validate } from "../../../domain/fieldProblem";
import { isOnOtherOrigin } from "../../providers/configuration";
import { CallError, request } from "../../providers/http";
import { loadServedCheck } from "../../providers/rowValidation/servedCheck";
import { useWorkspace } from "../../providers/workspace";
import type { BodySchema } from "./formValues";

export type Body = {
  schema: BodySchema;
  /** Null if it could not be loaded; the server then finds the errors. */
  validate: Validate | null;
};

/**
 * Loads the schema of a body, cut to the viewer, and its validator. Both are
 * cached for ever: their addresses change with the schema.
 */
export function useBody(reference: string): {
  body: Body | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
} {
  const paths = useWorkspace().forms[reference];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["form", reference, paths?.schema],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Body> => {
      if (!paths) throw new CallError({ status: 404, code: "not_found" });
      const [schema, validate] = await Promise.all([
        request<BodySchema>(paths.schema, { signal }),
        isOnOtherOrigin() ? null : loadServedCheck(paths.validator),
      ]);
      return { schema, validate };
    },
  });
  return { body: data, error, isFetching, retry: () => void refetch() };
}
