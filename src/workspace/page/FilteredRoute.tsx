import { Navigate, useParams } from "react-router";
import { filterId, filterParam, type Resource } from "../../../domain/resource";

/**
 * Leads from the `filterRoute` of a list to the list, with the value in the address
 * chosen in the filter that the route names.
 */
export default function FilteredRoute({ resource }: { resource: Resource }) {
  const [[name, value] = ["", ""]] = Object.entries(useParams());
  const filter = resource.filters.find((entry) => filterId(entry) === name);
  const query = filter
    ? `?${new URLSearchParams({ [filterParam(filter)]: value ?? "" }).toString()}`
    : "";
  return <Navigate to={`${resource.route}${query}`} replace />;
}
