import { Radishes, Sunflower, WheatSheaf } from "./packet-plants.tsx";

const plants: Readonly<Record<string, () => React.JSX.Element>> = {
  Basic: Radishes,
  Standard: WheatSheaf,
  Premium: Sunflower,
};

/** The plant that stands for a plan; nothing for a name that no plan has. */
export function PlanPlant({ plan }: { plan: string }) {
  const Plant = plants[plan];
  return Plant ? <Plant /> : null;
}
