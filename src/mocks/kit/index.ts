export type { Seed, Seeded } from '../factories.schema.ts';
export type { GatherwellMocked, InjectedFault, Snapshot } from '../gatherwell-mocked.ts';
export type { SeedName } from '../seed-names.ts';
export { type Product, type ProductOptions, startProduct } from './product.ts';
