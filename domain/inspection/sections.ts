/** A rated part of a bike, in the order of the inspection report. */
export type RatedSection = {
  id: "engine" | "front" | "exterior" | "rear" | "electric" | "frame";
  /** The heading in the report. */
  heading: string;
  /** Other headings, in lower case. */
  aliases: readonly string[];
  /** The field of a bike that has the score without the report. */
  scoreField: string;
  /** The items that the inspector checks. */
  items: readonly string[];
};

/** The six rated sections of a bike's inspection report. */
export const ratedSections: readonly RatedSection[] = [
  {
    id: "engine",
    heading: "Engine",
    aliases: ["eng"],
    scoreField: "rateEngine",
    items: [
      "Engine",
      "Crankcase cover",
      "Oil leak",
      "Radiator",
      "Carburetor",
      "Clutch",
      "Starting motor",
    ],
  },
  {
    id: "front",
    heading: "Front",
    aliases: [],
    scoreField: "rateFront",
    items: [
      "Tube outer",
      "Tube inner",
      "Stem steering",
      "Steering handle bar",
      "Front Wheel",
      "Front Brake",
      "Front Tire",
    ],
  },
  {
    id: "exterior",
    heading: "Exterior",
    aliases: ["ext"],
    scoreField: "rateExt",
    items: [
      "Upper cowl",
      "Center cowl",
      "Under cowl",
      "Side cowl",
      "Tank fuel",
      "Seat",
      "Tail cowl",
      "Front fender",
      "Rear fender",
      "Screen",
    ],
  },
  {
    id: "rear",
    heading: "Rear",
    aliases: [],
    scoreField: "rateRear",
    items: [
      "Rear shock",
      "Swing arm",
      "Chain",
      "Sprocket",
      "Rear Wheel",
      "Rear Brake",
      "Rear Tire",
    ],
  },
  {
    id: "electric",
    heading: "Electronic Safety Parts",
    aliases: ["electrics", "electric parts", "el"],
    scoreField: "rateEl",
    items: [
      "Key",
      "Meter",
      "Turn-signal",
      "Headlamp",
      "Battery",
      "Horn",
      "Back-lamp",
      "Mirror",
      "Silencer",
      "Exhaustpipe",
    ],
  },
  {
    id: "frame",
    heading: "Frame",
    aliases: [],
    scoreField: "rateFrame",
    items: ["Mainframe", "Downtube", "Stopper", "Seatrail", "Step", "Stand"],
  },
];

/**
 * Returns the section of a heading such as `Engine` or `electronic safety parts`,
 * undefined for unknown headings.
 */
export function sectionOfHeading(heading: string): RatedSection | undefined {
  const text = heading.trim().toLowerCase();
  return ratedSections.find(
    ({ id, aliases, ...section }) =>
      [id, section.heading.toLowerCase()].includes(text) ||
      aliases.includes(text),
  );
}
