import { median, type RaceOptions, race, ratio } from './load.ts';
import { password, type Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** Signing in, beside nothing but the check of the password. */
export async function measureSignIns(site: Site, options: RaceOptions): Promise<Figure[]> {
  const accounts = await site.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('email', 'like', '%@reader.gatherwell.example')
    .execute();
  const hash = accounts[0]?.password_hash;
  let calls = 0;
  const { server, yardstick } = await race(
    {
      yardstick: {
        url: site.yardstick,
        requests: () => [{ method: 'POST', path: '/sign-in', body: JSON.stringify({ hash, password }) }],
      },
      server: {
        url: site.server,
        requests: (n) =>
          accounts
            .filter((_, index) => index % 32 === n % 32)
            .map(({ email }) => ({
              method: 'POST',
              path: '/api/trpc/accounts.signIn',
              headers: { 'content-type': 'application/json', 'x-forwarded-for': strangersAddress(calls++) },
              body: JSON.stringify({ email, password }),
            })),
      },
    },
    options,
  );
  return [
    {
      what: 'signing in, by bare argon2id',
      ratio: ratio(server, yardstick),
      measured: `${digits(median(server))} of ${digits(median(yardstick))} requests/s`,
      memory: await site.memory(),
    },
  ];
}

/** An address set aside for tests (RFC 2544): limits count by address. */
const strangersAddress = (n: number) => `198.18.${(n >> 8) & 255}.${n & 255}`;
