import { createRoot } from "react-dom/client";
import {
  Admin,
  Datagrid,
  DateField,
  FunctionField,
  ImageField,
  List,
  NumberField,
  Resource,
  TextField,
} from "react-admin";
import simpleRestProvider from "ra-data-simple-rest";

/**
 * The list of car auctions as react-admin draws it without any work of ours: its
 * own list, table and REST provider, with the columns of our table.
 */
const Lots = () => (
  <List perPage={50} sort={{ field: "auctionDate", order: "ASC" }}>
    <Datagrid>
      <ImageField source="images" src="" sortable={false} />
      <FunctionField
        source="lotNo"
        render={({ lotNo, maker, model }) =>
          `${String(lotNo)} ${String(maker)} ${String(model)}`
        }
      />
      <DateField source="auctionDate" showTime />
      <TextField source="auctionName" sortable={false} />
      <TextField source="grade" sortable={false} />
      <NumberField source="year" />
      <TextField source="chassis" sortable={false} />
      <NumberField source="engine" sortable={false} />
      <TextField source="gearbox" sortable={false} />
      <TextField source="color" sortable={false} />
      <TextField source="condition" sortable={false} />
      <NumberField source="mileage" />
      <TextField source="status" sortable={false} />
      <NumberField source="startPrice" />
    </Datagrid>
  </List>
);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
  <Admin dataProvider={simpleRestProvider("/rest")} disableTelemetry>
    <Resource name="lots" list={Lots} />
  </Admin>,
);
