import { useTranslate } from "ra-core";
import { listAddress } from "../../../domain/listing/addresses";
import type { Resource } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { LinkButton } from "../../ui/LinkButton";
import styles from "./Reference.module.css";

/**
 * Links from a row to the lists that its resource names as related. Its page leaves out the
 * lists that have tables there.
 */
export function RelatedLinks({
  resource,
  row,
  isOnPage = false,
}: {
  resource: Resource;
  row: Row;
  isOnPage?: boolean;
}) {
  const { resources } = useWorkspace();
  const translate = useTranslate();
  const links = (resource.related ?? []).flatMap((related) => {
    const { list, filter, by, id = list } = related;
    const other = resources.find(({ name }) => name === list);
    const value = row[by];
    if (!other || (isOnPage && related.table)) return [];
    if (typeof value !== "string" && typeof value !== "number") return [];
    const to = listAddress(other, {
      [filter]: String(value),
      ...related.with,
    });
    if (to === null) return [];
    return [
      {
        to,
        text: translate(`resources.${resource.name}.related.${id}`, {
          _: translate(`resources.${list}.title`),
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
