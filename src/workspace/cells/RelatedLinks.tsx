import { useTranslate } from "ra-core";
import { filterId, filterParam, type Resource } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { LinkButton } from "../../ui/LinkButton";
import styles from "./Reference.module.css";

/** Links from a row to the lists that its resource names as related. */
export function RelatedLinks({
  resource,
  row,
}: {
  resource: Resource;
  row: Row;
}) {
  const { resources } = useWorkspace();
  const translate = useTranslate();
  const links = (resource.related ?? []).flatMap(({ list, filter, by }) => {
    const other = resources.find(({ name }) => name === list);
    const found = other?.filters.find((each) => filterId(each) === filter);
    const value = row[by];
    if (!other || !found) return [];
    if (typeof value !== "string" && typeof value !== "number") return [];
    const title = translate(`resources.${list}.title`);
    return [
      {
        to: `${other.route}?${filterParam(found)}=${encodeURIComponent(value)}`,
        text: translate(`resources.${resource.name}.related.${list}`, {
          _: title,
        }),
      },
    ];
  });
  if (links.length === 0) return null;
  return (
    <div className={styles.links}>
      {links.map(({ to, text }) => (
        <LinkButton key={to} to={to} kind="standard">
          {text}
        </LinkButton>
      ))}
    </div>
  );
}
