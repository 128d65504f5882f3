/**
 * Prints how quick the server is, each figure as a ratio to a yardstick that is measured in the same run:
 *
 *   npm run bench              among 20,000 and 200,000 posts
 *   npm run bench -- --full    and among 1,000,000
 */
import { parseArgs } from 'node:util';
import { command } from '../problem.ts';
import { buildIfChanged } from '../tools/build.ts';
import { measureFanOut } from './fan-out.ts';
import { measureFeeds, measureGrowth } from './feeds.ts';
import { measureLikes } from './likes.ts';
import { measureLive } from './live.ts';
import { describePlans, measurePosts } from './posts.ts';
import { measureSearch } from './search.ts';
import { measureSignIns } from './sign-ins.ts';
import { setStage } from './stage.ts';
import { tableOf } from './table.ts';

await command(async () => {
  const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
  await buildIfChanged();
  const stage = await setStage();
  try {
    const few = await stage.open(20_000);
    const usual = await stage.open(200_000);
    const many = values.full ? await stage.open(1_000_000) : usual;
    const options = { rounds: 3, seconds: 3 };
    const figures = [
      ...(await measureFeeds(usual, options)),
      ...(await measureGrowth([few, many], options)),
      ...(await measurePosts([few, many], { rounds: 3, seconds: 2 })),
      ...(await measureLikes(usual, options)),
      ...(await measureSignIns(usual, options)),
      ...(await measureLive(usual)),
    ];
    const plans = await describePlans([few, many]);
    figures.push(...(await measureFanOut(few)));
    const small = await stage.openCommunity(10_000);
    const large = await stage.openCommunity(100_000);
    figures.push(...(await measureSearch([small, large], options)));
    console.log(`${tableOf(figures)}\n\n${plans}`);
  } finally {
    await stage.close();
  }
});
