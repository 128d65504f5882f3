// Without Playwright: the product on a port, for any browser.
import { type GatherwellMocked, type Product, type Seed, startProduct } from 'gatherwell-testing';

export async function run(): Promise<number> {
  const product: Product = await startProduct({ port: 0 });
  await product.close();
  return product.port;
}

export const offered: keyof GatherwellMocked = 'seed';

export const seed: Seed = {
  people: { ana: { firstName: 'Ana' } },
  posts: { soup: { by: 'larkfield', postType: 'event', title: 'Soup', startDateTime: '2031-05-04' } },
};
