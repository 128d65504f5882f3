import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../problem.ts';
import { type Contender, median, race, ratio } from './load.ts';
import type { Popular } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** The share of the yardstick's speed that the server is to reach, and what may be slower among ten times as much. */
const goals = { speed: { least: 0.5 }, growth: { most: 1.3 } };

/** Few enough that one user does not meet the limit of requests in a minute. */
const options = { rounds: 5, requests: 80, connections: 4 };

const path = '/api/trpc/dashboard.overview';

/** An organization's dashboard, beside the same in one prepared statement, and beside an organization with a tenth. */
export async function measureDashboard([few, many]: [Popular, Popular]): Promise<Figure[]> {
  for (const site of [few, many]) await checkSame(site);
  const { server, yardstick } = await race(
    { yardstick: { url: many.yardstick, requests: () => [yardstickRequest(many)] }, server: askServer(many) },
    options,
  );
  const rates = await race({ few: askServer(few), many: askServer(many) }, options);
  return [
    {
      what: `the dashboard of an organization with ${many.followers} followers`,
      ratio: ratio(server, yardstick),
      goal: goals.speed,
      measured: `${digits(median(server))} of ${digits(median(yardstick))} requests/s`,
      memory: await many.memory(),
    },
    {
      what: `the same, by one with ${few.followers}`,
      ratio: ratio(rates.few, rates.many),
      goal: goals.growth,
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory: await many.memory(),
    },
  ];
}

const askServer = ({ server, organization }: Popular): Contender => ({
  url: server,
  requests: () => [{ path, headers: { authorization: `Bearer ${organization.token}` } }],
});

const yardstickRequest = ({ organization }: Popular) => ({ path: `/dashboard/${organization.id}` });

/** Throws where the yardstick does not do the same work. */
async function checkSame({ server, yardstick, organization }: Popular): Promise<void> {
  const ours = await fetch(server + path, { headers: { authorization: `Bearer ${organization.token}` } });
  const theirs = await fetch(`${yardstick}/dashboard/${organization.id}`);
  const [own, other] = [(await ours.json()).result.data, (await theirs.json()).result.data];
  // Of a feed, which the yardstick's posts are of.
  const withoutSharing = JSON.parse(JSON.stringify(other), (key, value) =>
    key === 'sharedBy' || key === 'sharedByName' || key === 'sharedAt' ? undefined : value,
  );
  const same = JSON.parse(JSON.stringify(own), (key, value) =>
    key === 'sharedBy' || key === 'sharedByName' || key === 'sharedAt' ? undefined : value,
  );
  if (!isDeepStrictEqual(same, withoutSharing))
    throw new Problem(
      `The yardstick's dashboard is not what the server returns:\n${JSON.stringify(same)}\n${JSON.stringify(withoutSharing)}`,
    );
}
