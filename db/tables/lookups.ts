/** A row of a global list that people pick from: impact areas, skills, languages, organization types. `id` is a stable slug. */
export interface LookupTable {
  id: string;
  name: string;
}
